import * as calls from '@rosella/contract/messages/endpoints'
import type { Feature } from '../../platform/feature'
import { guarded } from '../../platform/http/route'
import type { Services } from '../../platform/services'
import { listMessages } from './list-messages'

export const messages = (deps: Services): Feature => ({
  routes: [guarded(calls.listMessages, (viewer) => listMessages(deps, viewer))],
})

export { messagesSocket } from './socket-handlers'
