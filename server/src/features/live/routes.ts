import * as calls from '@rosella/contract/live/endpoints'
import { type Route, stream } from '../../ports/route'
import type { SseHub } from './sse-hub'

export const liveRoutes = (hub: SseHub): Route[] => [
  stream(calls.notifications, async (opened) => hub.open(opened)),
]
