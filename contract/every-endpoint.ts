import * as access from './access/endpoints'
import * as account from './account/endpoints'
import * as admin from './admin/endpoints'
import * as browse from './browse/endpoints'
import * as exposure from './browse/exposure'
import * as dates from './dates/endpoints'
import type { Endpoint, InputOf, ReplyOf } from './endpoint'
import * as gestures from './gestures/endpoints'
import * as live from './live/endpoints'
import * as member from './member/endpoints'
import * as messages from './messages/endpoints'
import * as notifications from './notifications/endpoints'
import * as photos from './photos/endpoints'
import * as photoModeration from './photos/moderation'
import * as places from './places/endpoints'
import * as profile from './profile/endpoints'
import * as questions from './questions/endpoints'
import * as cases from './safety/case-endpoints'
import * as safety from './safety/endpoints'
import * as shield from './safety/shield-endpoints'
import * as settings from './settings/endpoints'
import * as signup from './signup/endpoints'
import * as verification from './verification/endpoints'
import * as adminVerifications from './verification/moderation'

const modules = {
  ...access,
  ...signup,
  ...profile,
  ...questions,
  ...photos,
  ...places,
  ...browse,
  ...member,
  ...gestures,
  ...safety,
  ...messages,
  ...dates,
  ...live,
  ...notifications,
  ...settings,
  ...account,
  ...verification,
  ...admin,
  ...shield,
  ...exposure,
  ...adminVerifications,
  ...cases,
  ...photoModeration,
}

type Declared = Extract<(typeof modules)[keyof typeof modules], Endpoint>

/**
 * Every call of the product. The modules also export shapes and inputs, which are filtered out.
 * @internal for tests
 */
export const everyEndpoint: readonly Endpoint[] = Object.values(modules).filter(
  (value): value is Declared => typeof value === 'object' && 'method' in value && 'access' in value,
)

/** 'GET /api/users' -> its input and reply. The web imports only this type, not the schemas. */
export type Calls = {
  [E in Declared as `${E['method']} ${E['path']}`]: { input: InputOf<E>; reply: ReplyOf<E> }
}
