import * as calls from '@rosella/contract/live/endpoints'
import { type Route, stream } from '../../ports/route'
import type { LiveHub } from './hub'

export const liveRoutes = (hub: LiveHub): Route[] => [
  stream(calls.notifications, async (opened) => hub.open(opened)),
]
