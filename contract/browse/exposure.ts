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

export const exposure = endpoint({
  access: 'admin',
  method: 'GET',
  path: '/api/admin/exposure',
  summary:
    'How evenly members were shown in 30 days, the oldest first, and the last assignment of suggestions',
  input: {},
  reply: obj({
    days: arr(ExposureDay),
    assigned: nullable(
      obj({ day: text(), members: int(), picks: int(), seconds: num(), finished_ts: nullable(ts()) }),
    ),
  }),
})
