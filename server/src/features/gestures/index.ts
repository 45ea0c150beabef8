import * as calls from '@rosella/contract/gestures/endpoints'
import type { Feature } from '../../platform/feature'
import { guarded } from '../../platform/http/route'
import type { Services } from '../../platform/services'
import type { Impressions } from '../browse/index'
import {
  block,
  favourite,
  listNotInterested,
  loseInterest,
  regainInterest,
  sendLike,
  sendRose,
  unblock,
  unfavourite,
} from './actions'

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

export const gestures = (deps: Services & { impressions: Impressions }): Feature => ({
  routes: [
    guarded(calls.userAction, async (viewer, { action, recipient_id }) => {
      const state = await actions[action](deps, viewer, recipient_id)
      if (action === 'like') deps.impressions.liked(viewer, recipient_id)
      return state
    }),
    guarded(calls.listNotInterested, (viewer) => listNotInterested(deps, viewer)),
  ],
})
