import * as calls from '@rosella/contract/gestures/endpoints'
import { guarded, type Route } from '../../ports/route'
import { block, unblock } from './block'
import { favourite, unfavourite } from './favourite'
import { listNotInterested, loseInterest, regainInterest } from './not-interested'
import type { Deps } from './recipient'
import { sendLike } from './send-like'
import { sendRose } from './send-rose'

const actions = {
  like: sendLike,
  rose: sendRose,
  fav: favourite,
  unfav: unfavourite,
  block,
  unblock,
  'not-interested': loseInterest,
  'interested-again': regainInterest,
}

export const gestureRoutes = (deps: Deps): Route[] => [
  guarded(calls.userAction, (viewer, { action, recipient_id }) =>
    actions[action](deps, viewer, recipient_id),
  ),
  guarded(calls.listNotInterested, (viewer) => listNotInterested(deps, viewer)),
]
