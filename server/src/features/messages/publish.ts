import type { LiveEvent } from '../../domain/live-event'
import type { Services } from '../../ports/services'

/**
 * Says what has been committed. When the bus is away the deed is done all the same: the bus tells everyone
 * to fetch anew once it is back.
 */
export async function publish({ bus, log }: Pick<Services, 'bus' | 'log'>, event: LiveEvent): Promise<void> {
  await bus.publish([event]).catch((err) => log.warn({ err, kind: event.kind }, 'an event was not published'))
}
