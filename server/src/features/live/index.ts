import * as calls from '@rosella/contract/live/endpoints'
import type { Feature } from '../../platform/feature'
import { parseBoolean, stream } from '../../platform/http/route'
import type { Services } from '../../platform/services'
import { SseHub } from './sse-hub'

export const live = (deps: Services): Feature => {
  const hub = new SseHub(deps)
  return {
    routes: [
      stream(calls.notifications, async (opened, { background }) =>
        hub.open(opened, parseBoolean(background)),
      ),
    ],
    close: () => hub.close(),
  }
}
