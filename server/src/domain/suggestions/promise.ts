import { NEWCOMER_PROMISE } from '@rosella/contract/browse/rules'

const WEEK = 7
const DAY = 86_400

/** Who is here is only likely, so more is aimed at than is promised. */
const NEWCOMER_AIM = NEWCOMER_PROMISE * 1.16
/** Whoever was seen less often than this in a week, or not at all lately, is given a place before others are. */
const FEW_A_WEEK = 4
const FEW_A_DAY = 1.5

/**
 * Who has been seen by nobody for so long is looked after, today included: by the time a whole week is over, so is the
 * promise, and whom few suit needs days for one of them to come.
 */
export const SEEN_LATELY_DAYS = 4

export interface Exposure {
  now: number
  created_ts: number
  /** How often the member was seen among suggestions in the last seven days. */
  seenThisWeek: number
  /** And in the last SEEN_LATELY_DAYS. */
  seenLately: number
}

/**
 * How often a member has to be seen today for the promises to be kept: a newcomer 50 times in the first week, everybody
 * once a week. What was missed on one day is spread over those that are left.
 */
export function promisedToday({ now, created_ts, seenThisWeek, seenLately }: Exposure): number {
  const day = Math.floor(Math.max(0, now - created_ts) / DAY)
  if (day < WEEK) {
    const left = Math.max(0, NEWCOMER_AIM - seenThisWeek)
    // Early days count for more, so that there is time to make up for those who did not come.
    return Math.max(left / (WEEK - day), left * 0.22, left > 0 ? 2 : 0)
  }
  return seenThisWeek < FEW_A_WEEK || seenLately === 0 ? FEW_A_DAY : 0
}
