import * as calls from '@rosella/contract/gestures/endpoints'
import type { Impressions } from '../../ports/impressions'
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

export const gestureRoutes = (deps: Deps & { impressions: Impressions }): Route[] => [
  guarded(calls.userAction, async (viewer, { action, recipient_id }) => {
    const state = await actions[action](deps, viewer, recipient_id)
    if (action === 'like') deps.impressions.liked(viewer, recipient_id)
    return state
  }),
  guarded(calls.listNotInterested, (viewer) => listNotInterested(deps, viewer)),
]
