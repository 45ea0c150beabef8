import { int, nullable, obj, oneOf, type Static, text } from '../shapes'

/** What a member has in common with somebody who is banned; an erased account leaves its number alone. */
export const BannedLikeness = obj({
  member_id: nullable(int()),
  username: nullable(text()),
  by: oneOf(['photo', 'text', 'mailbox']),
  /** The text's name, the banned address, or how many of 64 bits of the photos differ. */
  detail: text(),
})
export type BannedLikeness = Static<typeof BannedLikeness>
