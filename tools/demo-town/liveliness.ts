import { favourite, sendLike, sendRose } from '@rosella/server/features/gestures/actions'
import { recordView } from '@rosella/server/features/member/view-profile'
import { insertMessageBatches } from '@rosella/server/features/messages/insert-message-batch'
import { markRead } from '@rosella/server/features/messages/mark-read'
import { sendMessage } from '@rosella/server/features/messages/send-message'
import type { Services } from '@rosella/server/platform/services'
import { demoLogIns } from './log-ins'
import { noShield } from './no-shield'
import { demoConversations } from './people'
import type { Random } from './random'
import type { Resident } from './settle'
import { suited } from './suited'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

interface Deed {
  at: number
  run(services: Services): Promise<unknown>
}

/** What the residents did with each other, in the order it happened. */
export async function liveTogether(
  services: Services,
  residents: readonly Resident[],
  rng: Random,
  now: number,
): Promise<void> {
  const deeds = pairsOf(residents, rng).flatMap(([suitor, resident]) => meet(rng, suitor, resident, now))
  deeds.sort((a, b) => a.at - b.at)
  for (const deed of deeds) await deed.run({ ...services, clock: { now: () => deed.at } })
}

/** Who met whom, each pair once. */
function pairsOf(residents: readonly Resident[], rng: Random): [Resident, Resident][] {
  const met = new Set<string>()
  return residents.flatMap((resident, number) => {
    const suitors = rng.shuffle(residents.filter((other) => suited(resident, other)))
    // Those whom a visitor may log in as are popular, so that every list has something to show.
    const chosen = suitors.slice(0, number < demoLogIns.length ? 36 : 2)
    return chosen
      .filter((suitor) => {
        const pair = [suitor.id, resident.id].sort().join()
        return !met.has(pair) && met.add(pair)
      })
      .map((suitor): [Resident, Resident] => [suitor, resident])
  })
}

/** A looks at B, and perhaps more comes of it. */
function meet(rng: Random, a: Resident, b: Resident, now: number): Deed[] {
  const since = Math.min(a.person.createdAgoSeconds, b.person.createdAgoSeconds) - 2 * HOUR
  if (since < HOUR) return []
  const first = now - rng.int(HOUR, Math.min(since, 20 * DAY))
  const later = (atMost: number) => Math.min(now - MINUTE, first + rng.int(MINUTE, atMost))
  const deeds: Deed[] = [{ at: first, run: (services) => recordView(services, a.viewer, b.id) }]
  if (rng.chance(0.55)) deeds.push({ at: later(HOUR), run: (services) => sendLike(services, a.viewer, b.id) })
  if (rng.chance(0.5)) {
    deeds.push({ at: later(DAY), run: (services) => recordView(services, b.viewer, a.id) })
    if (rng.chance(0.6)) deeds.push({ at: later(DAY), run: (services) => sendLike(services, b.viewer, a.id) })
    if (rng.chance(0.4))
      deeds.push({ at: later(DAY), run: (services) => favourite(services, b.viewer, a.id) })
    if (rng.chance(0.2)) deeds.push({ at: later(DAY), run: (services) => sendRose(services, b.viewer, a.id) })
  }
  if (rng.chance(0.25))
    deeds.push({ at: later(2 * DAY), run: (services) => sendRose(services, a.viewer, b.id) })
  if (rng.chance(0.3)) deeds.push(...talk(rng, a, b, later(DAY), now))
  return deeds
}

/** Lines with pauses between them; whoever answers has read what came before, and now and then the end waits. */
function talk(rng: Random, a: Resident, b: Resident, start: number, now: number): Deed[] {
  const times: number[] = []
  const lines = rng.pick(demoConversations).filter(() => {
    const at = (times.at(-1) ?? start) + rng.int(MINUTE, 3 * HOUR)
    return at < now && times.push(at)
  })
  const allRead = rng.chance(0.7)
  return lines.map((line, place) => {
    const [from, to] = line.from === 'a' ? [a, b] : [b, a]
    const turn = lines[place + 1]?.from !== line.from
    const read = turn && (place < lines.length - 1 || allRead)
    return {
      at: times[place] ?? now,
      run: async (services) => {
        const store = insertMessageBatches(services)
        const input = { receiver_id: to.id, message: line.text }
        const { id } = await sendMessage({ ...services, store, shield: noShield }, from.viewer, input)
        if (read) await markRead(services, to.viewer, id)
      },
    }
  })
}
