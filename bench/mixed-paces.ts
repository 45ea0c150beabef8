/**
 * Mean seconds between two actions of each kind, per online member. A browsing member turns four pages a minute,
 * opens three profiles and likes one in three; a talking member writes three messages a minute, as on a phone; now
 * and then somebody reads all messages, searches or opens the suggestions. Many tabs of a real site are idle, so this
 * is a busy evening rather than an average one.
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
/** The share of likes and messages to members who are online, which arrive immediately. */
export const TO_ONLINE = 0.7
/** The share of likes to members who get them by push. */
export const TO_PHONES = 0.2
/** The share of arriving messages that get a reaction. */
export const REACTS = 0.1
/** The share of arriving messages that are read, and the seconds until then. */
export const MARKS_READ = 0.8
export const READS_AFTER = 3
