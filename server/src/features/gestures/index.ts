import * as calls from '@rosella/contract/gestures/endpoints'
import type { UnlistedMembers } from '../../members/unlisted-members'
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

/** The actions that change who appears in lists of strangers. */
const hiding: readonly (keyof typeof actions)[] = ['block', 'unblock', 'not-interested', 'interested-again']

type Deps = Services & { impressions: Impressions; unlisted: UnlistedMembers }

export const gestures = (deps: Deps): Feature => ({
  routes: [
    guarded(calls.userAction, async (viewer, { action, recipient_id }) => {
      const state = await actions[action](deps, viewer, recipient_id)
      // The event arrives later, and the member's next list must not show them.
      if (hiding.includes(action)) deps.unlisted.forget(viewer.id, recipient_id)
      if (action === 'like') deps.impressions.liked(viewer, recipient_id)
      return state
    }),
    guarded(calls.listNotInterested, (viewer, { p }) => listNotInterested(deps, viewer, p)),
  ],
})
