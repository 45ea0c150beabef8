import * as calls from '@rosella/contract/messages/endpoints'
import { guarded, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { listMessages } from './list-messages'

type Deps = Pick<Services, 'db' | 'clock'>

export const messagesRoutes = (deps: Deps): Route[] => [
  guarded(calls.listMessages, (viewer) => listMessages(deps, viewer)),
]
