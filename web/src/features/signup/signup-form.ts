import type { LocationValue } from '@rosella/contract/places/shapes'
import { DEFAULT_AGE, formatDate, yearMonthOf } from '@rosella/contract/signup/rules'
import { useEffect, useState } from 'react'
import { type Control, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { OWN_PREFIX } from '../../platform/session/session'
import { inTab } from '../../platform/storage'

/** What has been answered so far. Months and years are text, as the lists have them. */
export interface Draft {
  username: string
  gender_birth: string | null
  gender: string | null
  interested: string | null
  relationship_goals: string | null
  month: string
  year: string
  email: string
  password: string
  home: LocationValue | null
}
export type SignupForm = UseFormReturn<Draft>

const KEY = `${OWN_PREFIX}signup-draft`

/** Now, as the rules count it. */
export const today = () => yearMonthOf(Math.floor(Date.now() / 1000))

export const emptyDraft = (): Draft => ({
  username: '',
  gender_birth: null,
  gender: null,
  interested: null,
  relationship_goals: null,
  month: '',
  year: String(today().year - DEFAULT_AGE),
  email: '',
  password: '',
  home: null,
})

/** The password is never kept; that there was one is, so that its loss can be told. */
type KeptDraft = Omit<Draft, 'password'> & { hadPassword: boolean }

function loadDraft(): Partial<KeptDraft> {
  try {
    return JSON.parse(inTab.get(KEY) ?? '{}') as Partial<KeptDraft>
  } catch {
    return {}
  }
}

/** The answers live longer than any one step, and survive a reload of this tab; the password does not. */
export function useSignupForm(): { form: SignupForm; lostPassword: boolean } {
  const [{ hadPassword: lostPassword = false, ...kept }] = useState(loadDraft)
  const [defaultValues] = useState<Draft>({ ...emptyDraft(), ...kept })
  const form = useForm<Draft>({ defaultValues, mode: 'onTouched' })
  const draft = useDraft(form.control)
  useEffect(() => {
    const { password, ...answers } = draft
    const keep: KeptDraft = { ...answers, hadPassword: lostPassword || password !== '' }
    inTab.set(KEY, JSON.stringify(keep))
  }, [draft, lostPassword])
  return { form, lostPassword }
}

/** The answers as they stand at this moment. */
export const useDraft = (control: Control<Draft>): Draft => useWatch({ control }) as Draft

/** The day is fixed to 1. */
export const birthdayOf = ({ month, year }: Draft): string | undefined =>
  month === '' ? undefined : formatDate(Number(year), Number(month), 1)

const interestedWords = { m: 'men', w: 'women', b: 'both' }
const isWord = (code: string | null): code is keyof typeof interestedWords =>
  code !== null && code in interestedWords

/** The form as both calls take it; at sign-up 'interested' travels as a word. */
export const signupInput = (draft: Draft) => ({
  username: draft.username.trim(),
  gender_birth: draft.gender_birth ?? undefined,
  gender: draft.gender ?? undefined,
  interested: isWord(draft.interested) ? interestedWords[draft.interested] : undefined,
  relationship_goals: draft.relationship_goals ?? undefined,
  birthday: birthdayOf(draft),
  country: draft.home?.countryCode,
  city: draft.home?.city,
  lat: draft.home?.latitude,
  lng: draft.home?.longitude,
})
