/**
 * Mean seconds between two of each, for each of those online. Who looks around turns to another page four times a
 * minute and opens a profile from it three times; likes one in three of those; who talks writes three messages a
 * minute, as thumbs do on a phone, and the other sees it; now and then somebody looks at all messages, searches, or looks
 * at the day's suggestions. Many tabs of a real site stand open and
 * idle, so this is its busy evening rather than its average.
 */
export const paces = {
  list: 15,
  profile: 20,
  like: 60,
  message: 20,
  inbox: 60,
  search: 45,
  forYou: 180,
  /** A tab is closed, and opened again after a while. */
  tab: 180,
  away: 10,
}
/** The share of likes and messages that go to somebody who is online, and so arrive at once. */
export const TO_ONLINE = 0.7
/** The share of likes that go to somebody whose phone is told of them. */
export const TO_PHONES = 0.2
/** The share of arriving messages that somebody reacts to. */
export const REACTS = 0.1
/** The share of arriving messages that are read where they arrive, and after how many seconds. */
export const MARKS_READ = 0.8
export const READS_AFTER = 3
