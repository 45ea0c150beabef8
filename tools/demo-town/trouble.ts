import { insertMessageBatches } from '@rosella/server/features/messages/insert-message-batch'
import { sendMessage } from '@rosella/server/features/messages/send-message'
import { takeCase } from '@rosella/server/features/safety/cases/take-case'
import { reportUser } from '@rosella/server/features/safety/report-user'
import type { Services } from '@rosella/server/platform/services'
import { demoLogIns } from './log-ins'
import { noShield } from './no-shield'
import type { Resident } from './settle'
import { suited } from './suited'

interface Trouble {
  reason: string
  info: string
  hoursAgo: number
  /** The conversation just before the report, a few minutes apart. */
  talk?: readonly { by: 'reporter' | 'member'; text: string }[]
  /** The town's moderator has taken the case. */
  isTaken?: true
}

const HOUR = 3600
const MINUTE = 60
/** Everybody involved joined before the first case. */
const SINCE = 72 * HOUR

/** Typical cases: serious, doubtful and trivial, some with messages as evidence. */
const troubles: readonly Trouble[] = [
  {
    reason: 'Asking for money',
    info: 'We had talked for an evening, then this.',
    hoursAgo: 30,
    isTaken: true,
    talk: [
      { by: 'member', text: 'My car broke down outside Mildura and my card is blocked.' },
      { by: 'reporter', text: 'Oh no. Are you all right?' },
      { by: 'member', text: 'Could you lend me 400 dollars until Monday? You would get it back, promise.' },
      { by: 'reporter', text: 'We have never even met. Please do not ask me for money.' },
    ],
  },
  {
    reason: 'Harassment or threats',
    info: 'I asked to be left alone.',
    hoursAgo: 5,
    talk: [
      { by: 'member', text: 'Why do you not answer me?' },
      { by: 'member', text: 'Hello??' },
      { by: 'member', text: 'You think you are better than everyone here.' },
      { by: 'reporter', text: 'Please leave me alone.' },
      { by: 'member', text: 'You will be sorry for this.' },
    ],
  },
  { reason: 'Under 18', info: 'Spoke of year eleven exams. I may have misread it.', hoursAgo: 3 },
  { reason: 'Fake profile or scam', info: 'I work with this person, under another name.', hoursAgo: 40 },
  { reason: 'Inappropriate photos', info: '', hoursAgo: 9 },
  { reason: 'Something else', info: 'Was late twice. I thought somebody should know.', hoursAgo: 50 },
]

/** Reports the incidents the way members do, for the moderator to handle. */
export async function makeTrouble(
  town: Services,
  residents: readonly Resident[],
  moderator: Resident | undefined,
  now: number,
): Promise<void> {
  const strangers = residents
    .slice(demoLogIns.length)
    .filter(({ person }) => person.createdAgoSeconds > SINCE)
  for (const trouble of troubles) {
    const pair = await nextPair(town, strangers)
    if (!pair) return
    await happen(town, trouble, pair, moderator, now - trouble.hoursAgo * HOUR)
  }
}

interface Pair {
  reporter: Resident
  member: Resident
}

/** Two members who are looking for each other and have not written yet; each is used once. */
async function nextPair({ db }: Services, strangers: Resident[]): Promise<Pair | undefined> {
  for (let reporter = strangers.shift(); reporter; reporter = strangers.shift()) {
    const talked = await db
      .selectFrom('relation')
      .where('me', '=', reporter.id)
      .where('messages', '>', 0)
      .select('other')
      .execute()
    const known = new Set(talked.map(({ other }) => other))
    const from = reporter
    const at = strangers.findIndex((other) => suited(from, other) && !known.has(other.id))
    const [member] = at < 0 ? [] : strangers.splice(at, 1)
    if (member) return { reporter, member }
  }
  return undefined
}

async function happen(
  town: Services,
  { reason, info, talk = [], isTaken }: Trouble,
  { reporter, member }: Pair,
  moderator: Resident | undefined,
  time: number,
): Promise<void> {
  for (const [place, { by, text }] of talk.entries()) {
    const services = at(town, time - (talk.length - place) * 4 * MINUTE)
    const store = insertMessageBatches({ ...services, shield: noShield })
    const [from, to] = by === 'member' ? [member, reporter] : [reporter, member]
    await sendMessage({ ...services, store, shield: noShield }, from.viewer, {
      receiver_id: to.id,
      message: text,
    })
  }
  const accusation = { recipient_id: member.id, report_reason: reason, report_reason_info: info }
  await reportUser(at(town, time), reporter.viewer, accusation)
  if (!isTaken || !moderator) return
  const { id } = await town.db
    .selectFrom('report')
    .where('reporter_id', '=', reporter.id)
    .select('id')
    .executeTakeFirstOrThrow()
  await takeCase(at(town, time + HOUR), moderator.viewer, { report_id: id, action: 'take' })
}

/** The services with another clock. */
const at = (services: Services, time: number): Services => ({ ...services, clock: { now: () => time } })
