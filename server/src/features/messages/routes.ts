import * as calls from '@rosella/contract/messages/endpoints'
import type { Foundations } from '../../ports/foundations'
import { guarded, type Route } from '../../ports/route'
import { listMessages } from './list-messages'

type Deps = Pick<Foundations, 'db' | 'clock'>

export const messagesRoutes = (deps: Deps): Route[] => [
  guarded(calls.listMessages, (viewer) => listMessages(deps, viewer)),
]
