import type { LocationValue } from '@rosella/contract/places/shapes'
import { DEFAULT_AGE, formatDate, yearMonthOf } from '@rosella/contract/signup/rules'
import { useEffect, useState } from 'react'
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
export type Change = (changed: Partial<Draft>) => void

const KEY = 'signupDraft'

/** Now, as the rules count it. */
export const today = () => yearMonthOf(Math.floor(Date.now() / 1000))

const empty = (): Draft => ({
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

function load(): Draft {
  try {
    return {
      ...empty(),
      ...(JSON.parse(inTab.get(KEY) ?? '{}') as Partial<Draft>),
      password: '',
    }
  } catch {
    return empty()
  }
}

/** The answers live longer than any one step, and survive a reload of this tab; the password does not. */
export function useSignupDraft() {
  const [draft, setDraft] = useState(load)
  useEffect(() => {
    const { password: _never, ...kept } = draft
    inTab.set(KEY, JSON.stringify(kept))
  }, [draft])

  const change: Change = (changed) => setDraft((before) => ({ ...before, ...changed }))
  const forget = () => setDraft(empty())
  return { draft, change, forget }
}

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
