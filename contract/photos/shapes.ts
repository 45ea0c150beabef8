import { bool, nullable, obj, opt, type Static, text, ts } from '../shapes'

/** A photo as seen by its owner and by moderators. */
export const OwnPhoto = obj({
  filename: text(),
  approved: nullable(bool()),
  main: bool(),
  username: opt(nullable(text())),
  approved_ts: opt(nullable(ts())),
  reject_reason: opt(nullable(text())),
  tmb_url: text(),
  lg_url: text(),
  created_ts: ts(),
})
export type OwnPhoto = Static<typeof OwnPhoto>
