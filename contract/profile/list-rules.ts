import { type Checked, fine, wrong } from '../problems'
import { isSpoken, spokenCodes } from './spoken'
import { isTag, tagCodes } from './tags'

// Apart from rules.ts, so that only screens that need the lists carry them.
export const MOST_SPOKEN = 5
export const MOST_TAGS = 10

/** Codes in the order of their list, each once; null and nothing are none. */
const pickRule =
  (field: string, codes: readonly string[], isKnown: (code: string) => boolean, most: number) =>
  (value: unknown): Checked<string[]> => {
    const picked = value ?? []
    if (!Array.isArray(picked) || !picked.every((code) => typeof code === 'string' && isKnown(code)))
      return wrong('profile.value', { field })
    const kept = codes.filter((code) => picked.includes(code))
    return kept.length > most ? wrong('profile.too-many', { field, n: most }) : fine(kept)
  }

/** The fields of /edit that hold several codes, picked from a list (spoken.ts, tags.ts). */
export const profileListRules = {
  spoken: pickRule('Languages', spokenCodes, isSpoken, MOST_SPOKEN),
  tags: pickRule('Interests', tagCodes, isTag, MOST_TAGS),
}
export type ProfileListField = keyof typeof profileListRules
export const profileListFieldNames = Object.keys(profileListRules) as ProfileListField[]
export const isProfileListField = (key: string): key is ProfileListField =>
  Object.hasOwn(profileListRules, key)
