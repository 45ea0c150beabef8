import * as calls from '@rosella/contract/gestures/endpoints'
import type { Feature } from '../../platform/feature'
import { guarded } from '../../platform/http/route'
import type { Impressions } from '../browse/index'
import { block, type Deps, favourite, sendLike, sendRose, unblock, unfavourite } from './actions'
import { listNotInterested, loseInterest, regainInterest } from './not-interested'

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

export const gestures = (deps: Deps & { impressions: Impressions }): Feature => ({
  routes: [
    guarded(calls.userAction, async (viewer, { action, recipient_id }) => {
      const state = await actions[action](deps, viewer, recipient_id)
      if (action === 'like') deps.impressions.liked(viewer, recipient_id)
      return state
    }),
    guarded(calls.listNotInterested, (viewer) => listNotInterested(deps, viewer)),
  ],
})
