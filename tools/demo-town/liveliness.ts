import { instantAt, wallClock } from '@rosella/contract/admin/site-days'
import { answerDate, planDate } from '@rosella/server/features/dates/plans'
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

interface Action {
  at: number
  run(services: Services): Promise<unknown>
}

/** Replays what the residents did with each other, in order of time. */
export async function liveTogether(
  services: Services,
  residents: readonly Resident[],
  rng: Random,
  now: number,
): Promise<void> {
  const actions = pairsOf(residents, rng).flatMap(([suitor, resident]) => meet(rng, suitor, resident, now))
  actions.sort((a, b) => a.at - b.at)
  for (const action of actions) await action.run({ ...services, clock: { now: () => action.at } })
}

/** The pairs who met, each once. */
function pairsOf(residents: readonly Resident[], rng: Random): [Resident, Resident][] {
  const met = new Set<string>()
  return residents.flatMap((resident, number) => {
    const suitors = rng.shuffle(residents.filter((other) => suited(resident, other)))
    // The members that a visitor can log in as are popular, so that all their lists have entries.
    const chosen = suitors.slice(0, number < demoLogIns.length ? 36 : 2)
    return chosen
      .filter((suitor) => {
        const pair = [suitor.id, resident.id].sort().join()
        return !met.has(pair) && met.add(pair)
      })
      .map((suitor): [Resident, Resident] => [suitor, resident])
  })
}

/**
 * The member that a visitor can log in as has an accepted date next Saturday, and one from last week with "How was it?"
 * waiting. Their partners have exchanged messages with them.
 */
export async function planDates(
  services: Services,
  residents: readonly Resident[],
  now: number,
): Promise<void> {
  const [member] = residents
  if (!member) return
  const partners = await services.db
    .selectFrom('relation as mine')
    .innerJoin('relation as theirs', (join) =>
      join.onRef('theirs.me', '=', 'mine.other').onRef('theirs.other', '=', 'mine.me'),
    )
    .where('mine.me', '=', member.id)
    .where('mine.wrote', '=', true)
    .where('theirs.wrote', '=', true)
    .orderBy('mine.other')
    .limit(2)
    .select('mine.other')
    .execute()
  const [first, second = first] = partners.flatMap(
    ({ other }) => residents.find(({ id }) => id === other) ?? [],
  )
  if (!first || !second) return
  const today = Math.floor(wallClock(now) / DAY)
  const weekday = (today + 4) % 7
  const saturday = today + (weekday === 6 ? 7 : 6 - weekday)
  const evening = (day: number) => instantAt(day * DAY + 19 * HOUR)
  const plans = [
    { from: first, at_ts: evening(today - 4), place: 'The wine bar by the library', planned: now - 6 * DAY },
    {
      from: second,
      at_ts: evening(saturday),
      place: 'Sunset picnic at the botanic garden',
      planned: now - DAY,
    },
  ]
  for (const { from, at_ts, place, planned } of plans) {
    const then = { ...services, shield: noShield, clock: { now: () => planned } }
    const note = 'I’ll bring the good olives.'
    const { id } = await planDate(then, from.viewer, { receiver_id: member.id, at_ts, place, note })
    await answerDate(then, member.viewer, { id, answer: 'accept' })
  }
  // Notices of the past are no news.
  await services.db.deleteFrom('job').where('kind', '=', 'date-notice').where('run_ts', '<=', now).execute()
}

/** A views B's profile, and more may follow. */
function meet(rng: Random, a: Resident, b: Resident, now: number): Action[] {
  const since = Math.min(a.person.createdAgoSeconds, b.person.createdAgoSeconds) - 2 * HOUR
  if (since < HOUR) return []
  const first = now - rng.int(HOUR, Math.min(since, 20 * DAY))
  const later = (atMost: number) => Math.min(now - MINUTE, first + rng.int(MINUTE, atMost))
  const actions: Action[] = [{ at: first, run: (services) => recordView(services, a.viewer, b.id) }]
  if (rng.chance(0.55))
    actions.push({ at: later(HOUR), run: (services) => sendLike(services, a.viewer, b.id) })
  if (rng.chance(0.5)) {
    actions.push({ at: later(DAY), run: (services) => recordView(services, b.viewer, a.id) })
    if (rng.chance(0.6))
      actions.push({ at: later(DAY), run: (services) => sendLike(services, b.viewer, a.id) })
    if (rng.chance(0.4))
      actions.push({ at: later(DAY), run: (services) => favourite(services, b.viewer, a.id) })
    if (rng.chance(0.2))
      actions.push({ at: later(DAY), run: (services) => sendRose(services, b.viewer, a.id) })
  }
  if (rng.chance(0.25))
    actions.push({ at: later(2 * DAY), run: (services) => sendRose(services, a.viewer, b.id) })
  if (rng.chance(0.3)) actions.push(...talk(rng, a, b, later(DAY), now))
  return actions
}

/** A conversation with pauses. A reply marks earlier messages as read, and sometimes the last ones stay unread. */
function talk(rng: Random, a: Resident, b: Resident, start: number, now: number): Action[] {
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
        const store = insertMessageBatches({ ...services, shield: noShield })
        const input = { receiver_id: to.id, message: line.text }
        const { id } = await sendMessage({ ...services, store, shield: noShield }, from.viewer, input)
        if (read) await markRead(services, to.viewer, id)
      },
    }
  })
}
