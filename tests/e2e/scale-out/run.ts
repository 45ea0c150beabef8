import { setTimeout as sleep } from 'node:timers/promises'
import { argon2Passwords } from '@rosella/server/platform/adapters/password-hash/argon2'
import { addChatMembers } from '@rosella/testkit/chat-members'
import pg from 'pg'
import { judge } from '../kill/verdict'
import type { ScaledSite } from './site'
import { Tally, Visitor } from './visitor'

export interface ScaleRun {
  steady: Tally
  rolling: Tally
  steadySeconds: number
  rollingSeconds: number
  acknowledged: number
  resends: number
  /** One sentence for each lost, duplicate or misplaced message and each gesture that differs from its acknowledgement. */
  faults: string[]
}

/** The parts of a site that the run needs. */
interface DatabaseSite {
  postgres: { url: string }
}
type RestartableSite = Pick<ScaledSite, 'url' | 'postgres' | 'restart'>

export interface ScaleOptions {
  visitors: number
  steadySeconds: number
  /** How many processes to restart, one after another. */
  restarts: number
  /** Called when each part starts, for measurements. */
  onPart?: (part: 'steady' | 'rolling' | 'over') => void
}

const PASSWORD = 'Correct-Horse-9'

/** Members log in, browse, gesture, listen and chat. Then the processes are restarted. */
export async function runScaleOut(site: RestartableSite, options: ScaleOptions): Promise<ScaleRun> {
  const { visitors: count, steadySeconds, restarts, onPart = () => {} } = options
  const members = await addChatMembers(site.postgres.url, count)
  await inDatabase(site, async (client) => {
    const ids = members.map(({ id }) => id)
    const hash = await argon2Passwords().hash(PASSWORD)
    await client.query('update account set password_hash = $1 where member_id = any($2)', [hash, ids])
  })
  const [steady, rolling] = [new Tally(), new Tally()]
  let tally = steady
  const visitors = members.map((me, n) => {
    const partner = members[n ^ 1]
    if (!partner) throw new Error('The number of visitors must be even.')
    return new Visitor(site.url, me, partner, () => tally)
  })
  for (let at = 0; at < count; at += 8)
    await Promise.all(visitors.slice(at, at + 8).map((visitor) => visitor.logIn(PASSWORD)))

  let over = false
  const lives = Promise.all(visitors.map((visitor) => visitor.live(() => over)))
  lives.catch(() => {})
  onPart('steady')
  await sleep(steadySeconds * 1000)
  tally = rolling
  onPart('rolling')
  const began = performance.now()
  for (let n = 0; n < restarts; n++) await site.restart(n)
  const rollingSeconds = (performance.now() - began) / 1000
  onPart('over')
  over = true
  await lives
  const faults = await withoutStream(visitors)
  const chatters = visitors.map(({ chatter }) => chatter)
  const verdict = await judge(site.postgres.url, chatters)
  faults.push(...verdict.faults, ...(await wrongFavourites(site, visitors)))
  for (const visitor of visitors) visitor.leave()
  return {
    steady,
    rolling,
    steadySeconds,
    rollingSeconds,
    acknowledged: verdict.acknowledged,
    resends: chatters.reduce((sum, { resends }) => sum + resends, 0),
    faults,
  }
}

/** The visitors whose stream did not reconnect. */
export async function withoutStream(visitors: readonly Visitor[]): Promise<string[]> {
  for (let tries = 0; tries < 50 && !visitors.every((one) => one.isListening()); tries++) await sleep(100)
  return visitors
    .filter((visitor) => !visitor.isListening() || visitor.received === 0)
    .map(({ me }) => `${me.id} has no stream`)
}

/** Favourites that differ from their last acknowledgement. */
export async function wrongFavourites(site: DatabaseSite, visitors: readonly Visitor[]): Promise<string[]> {
  return inDatabase(site, async (client) => {
    const { rows } = await client.query(
      'select me::int, other::int from relation where favorited_ts is not null',
    )
    const stored = new Set(rows.map(({ me, other }) => `${me} ${other}`))
    return visitors
      .filter(({ me, partner, favourite }) => stored.has(`${me.id} ${partner.id}`) !== favourite)
      .map(({ me }) => `the favourite of ${me.id} differs from its acknowledgement`)
  })
}

async function inDatabase<T>(
  { postgres }: DatabaseSite,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
