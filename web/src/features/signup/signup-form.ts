import type { LocationValue } from '@rosella/contract/places/shapes'
import { DEFAULT_AGE, formatDate, yearMonthOf } from '@rosella/contract/signup/rules'
import { useEffect, useState } from 'react'
import { type Control, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
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

const KEY = 'signupDraft'

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

function loadDraft(): Draft {
  try {
    return {
      ...emptyDraft(),
      ...(JSON.parse(inTab.get(KEY) ?? '{}') as Partial<Draft>),
      password: '',
    }
  } catch {
    return emptyDraft()
  }
}

/** The answers live longer than any one step, and survive a reload of this tab; the password does not. */
export function useSignupForm(): SignupForm {
  const [defaultValues] = useState(loadDraft)
  const form = useForm<Draft>({ defaultValues, mode: 'onTouched' })
  const draft = useDraft(form.control)
  useEffect(() => {
    const { password: _never, ...kept } = draft
    inTab.set(KEY, JSON.stringify(kept))
  }, [draft])
  return form
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
