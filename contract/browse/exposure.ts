import { endpoint } from '../endpoint'
import { arr, int, nullable, num, obj, type Static, text, ts } from '../shapes'

/** How evenly members were shown. The row of a day covers the seven days that end with it, unless noted. */
const ExposureDay = obj({
  day: text(),
  /** On this day: cards shown, profiles opened and likes sent, on all lists of strangers. */
  shown: int(),
  opened: int(),
  liked: int(),
  /** Cards shown on this day under For you. */
  suggested: int(),
  /** Members active in the last 30 days with enough photos, and how many of them were suggested that week. */
  members: int(),
  members_suggested: int(),
  /**
   * Gini coefficient of suggestions: 0 if all members were suggested equally often, 1 if only one was; null without
   * data.
   */
  gini: nullable(num()),
  /** Members whose first week ended on this day, and how many of them had been suggested 50 times. */
  newcomers: int(),
  newcomers_kept: int(),
})
export type ExposureDay = Static<typeof ExposureDay>

/** The weights of two profiles' features in the score of suggestions, in the order of `pairFeatures`. */
export const PairWeights = obj({
  /** For every ten years between the two. */
  age_gap: num(),
  /** For the longest distance compared with the shortest. */
  distance: num(),
  same_goals: num(),
  /** One wants something serious, the other something casual. */
  goals_clash: num(),
  /** For each shared tag, up to four. */
  shared_tags: num(),
  shared_language: num(),
})
export type PairWeights = Static<typeof PairWeights>

/** Weights that a site learned from its own suggestions on a day. */
export const LearnedWeights = obj({
  /** How many shown cards it was learned from, and how many of them were liked. */
  cards: int(),
  likes: int(),
  /** The weights that were learned. The others have their starting value. */
  learned: arr(text()),
  pair: PairWeights,
})
export type LearnedWeights = Static<typeof LearnedWeights>

export const exposure = endpoint({
  access: 'admin',
  method: 'GET',
  path: '/api/admin/exposure',
  summary:
    'How evenly members were shown in 30 days, the oldest first, the last assignment of suggestions, and its learned weights',
  input: {},
  reply: obj({
    days: arr(ExposureDay),
    assigned: nullable(
      obj({ day: text(), members: int(), picks: int(), seconds: num(), finished_ts: nullable(ts()) }),
    ),
    /** The latest, or null before the first assignment. */
    learned: nullable(obj({ day: text(), ...LearnedWeights.properties })),
  }),
})
