import { endpoint } from '../endpoint'
import { arr, int, nullable, num, obj, type Static, text, ts } from '../shapes'

/** How evenly members were shown, a day's row looking back over the seven days that ended with it. */
const ExposureDay = obj({
  day: text(),
  /** Cards shown, profiles opened from them and likes sent that day, on all lists of strangers. */
  shown: int(),
  opened: int(),
  liked: int(),
  /** Of those the ones under For you. */
  suggested: int(),
  /** Members here in the last 30 days with enough photos, and how many of them were suggested to somebody that week. */
  members: int(),
  members_suggested: int(),
  /** 0: everybody was suggested as often as anybody else; 1: one member had it all. Null before anybody was. */
  gini: nullable(num()),
  /** Whose first week ended with the day, and how many of them had been suggested 50 times. */
  newcomers: int(),
  newcomers_kept: int(),
})
export type ExposureDay = Static<typeof ExposureDay>

export const exposure = endpoint({
  access: 'admin',
  method: 'GET',
  path: '/api/admin/exposure',
  summary: 'Who is shown and how evenly: 30 days, the oldest first, and the last assignment of suggestions',
  input: {},
  reply: obj({
    days: arr(ExposureDay),
    assigned: nullable(
      obj({ day: text(), members: int(), picks: int(), seconds: num(), finished_ts: nullable(ts()) }),
    ),
  }),
})
