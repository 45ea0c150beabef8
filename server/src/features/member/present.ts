import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { feetAndInches } from '@rosella/contract/member/rules'
import { problemMessage } from '@rosella/contract/problems'
import {
  type FieldKey,
  type FieldValues,
  fieldKeys,
  fieldRow,
  noAnswer,
} from '@rosella/contract/profile/fields'
import { mayAskToVerify } from '@rosella/contract/verification/rules'
import type { Refusal } from '../../members/contact-rules'
import { shownBand, shownCity, shownPosition } from '../../members/shown-place'
import { isPremium } from '../../platform/http/viewer'
import { type PairAgreement, presentAgreement } from '../../search-index/answers'
import type { ProfileRow } from './queries'

/** A profile as this viewer sees it. The reply's schema drops the other columns of the row. */
export const presentProfile = (
  row: ProfileRow,
  {
    online,
    refusal,
    agreement,
    now,
  }: { online: boolean; refusal: Refusal | undefined; agreement: PairAgreement | null; now: number },
): MemberProfile => ({
  ...row,
  city: shownCity(row),
  band: shownBand(row),
  photo_sizes: row.pictures[0]?.sizes === true,
  username: row.username ?? '',
  gender_birth: row.show_gender_birth ? row.gender_birth : null,
  location: locationOf(row),
  heightFeet: row.height === null ? null : feetAndInches(row.height),
  premium: isPremium(row, now),
  verified: row.verified_ts !== null,
  // A viewer who may not send a message may not send this request either.
  may_ask_to_verify: refusal === undefined && mayAskToVerify(row, now),
  online,
  ...presentAgreement(agreement),
  received_like: row.received_like_ts !== null,
  matched: row.matched_ts !== null,
  sent_like: row.sent_like_ts !== null,
  favourited: row.favorited_ts !== null,
  sent_roses: row.sent_roses ?? 0,
  received_roses: row.received_roses ?? 0,
  last_rose: row.sent_rose_ts,
  is_blocked: false,
  not_interested: row.not_interested_ts !== null,
  may_write: refusal === undefined,
  contact_note: refusal ? problemMessage(refusal.code, refusal.values) : null,
  contact_code: refusal?.code ?? null,
})

function locationOf(row: ProfileRow): MemberProfile['location'] {
  const centre = shownPosition(row)
  return centre && { x: centre.longitude, y: centre.latitude }
}

const unanswered = Object.fromEntries(
  fieldKeys.map((key) => [key, noAnswer(fieldRow(key))]),
) as FieldValues<FieldKey>

/** The viewer sees only the name of a member they blocked. */
export const presentBlocked = ({ id, url_hash, username }: ProfileRow): MemberProfile => ({
  id,
  url_hash,
  ...unanswered,
  username: username ?? '',
  shared_tags: [],
  location: null,
  band: null,
  heightFeet: null,
  dp: [],
  ...presentAgreement(null),
  photo: null,
  photo_sizes: false,
  premium: false,
  verified: false,
  verified_ts: null,
  may_ask_to_verify: false,
  online: false,
  last_active_ts: null,
  received_like: false,
  matched: false,
  sent_like: false,
  favourited: false,
  sent_roses: 0,
  received_roses: 0,
  last_rose: null,
  is_blocked: true,
  not_interested: false,
  may_write: false,
  contact_note: null,
  contact_code: null,
  scam_warning: false,
  pictures_warning: false,
})
