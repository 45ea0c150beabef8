import type { LocationValue } from '@rosella/contract/places/shapes'
import { DEFAULT_AGE, formatDate, yearMonthOf } from '@rosella/contract/signup/rules'
import { useEffect, useState } from 'react'
import { type Control, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { OWN_PREFIX } from '../../platform/session/session'
import { inTab } from '../../platform/storage'

/** The answers so far. Month and year are text, as in the selects. */
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

/** The password is never stored, only that there was one, so that the form can ask for it again. */
type StoredDraft = Omit<Draft, 'password'> & { hadPassword: boolean }

function loadDraft(): Partial<StoredDraft> {
  try {
    return JSON.parse(inTab.get(KEY) ?? '{}') as Partial<StoredDraft>
  } catch {
    return {}
  }
}

/** Holds the answers of all steps. They survive a reload of this tab, except the password. */
export function useSignupForm(): { form: SignupForm; lostPassword: boolean } {
  const [{ hadPassword: lostPassword = false, ...stored }] = useState(loadDraft)
  const [defaultValues] = useState<Draft>({ ...emptyDraft(), ...stored })
  const form = useForm<Draft>({ defaultValues, mode: 'onTouched' })
  const draft = useDraft(form.control)
  useEffect(() => {
    const { password, ...answers } = draft
    const toStore: StoredDraft = { ...answers, hadPassword: lostPassword || password !== '' }
    inTab.set(KEY, JSON.stringify(toStore))
  }, [draft, lostPassword])
  return { form, lostPassword }
}

export const useDraft = (control: Control<Draft>): Draft => useWatch({ control }) as Draft

/** The day is fixed to 1. */
export const birthdayOf = ({ month, year }: Draft): string | undefined =>
  month === '' ? undefined : formatDate(Number(year), Number(month), 1)

const interestedOnWire = { m: 'men', w: 'women', b: 'both' }
const isInterestedCode = (code: string | null): code is keyof typeof interestedOnWire =>
  code !== null && code in interestedOnWire

/** The form as input of both calls, in which 'interested' is a word instead of a code. */
export const signupInput = (draft: Draft) => ({
  username: draft.username.trim(),
  gender_birth: draft.gender_birth ?? undefined,
  gender: draft.gender ?? undefined,
  interested: isInterestedCode(draft.interested) ? interestedOnWire[draft.interested] : undefined,
  relationship_goals: draft.relationship_goals ?? undefined,
  birthday: birthdayOf(draft),
  country: draft.home?.countryCode,
  city: draft.home?.city,
  lat: draft.home?.latitude,
  lng: draft.home?.longitude,
})
