import { sql } from 'kysely'
import { prepared } from '../../../platform/database/prepared'
import { TransientError } from '../../../platform/failure'
import type { Db } from '../../../platform/ports/database'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { isHurtful } from '../scam-signs/hurtful'
import { judge } from '../scam-signs/judge'
import { readText } from '../scam-signs/read-signs'
import type { RuleKey } from '../scam-signs/rules'
import { EARLIER, type EarlierMessage } from '../scam-signs/talk'
import { readBackground, recordSigns, type SenderAndReceiver } from './record-signs'
import { openRuleModes } from './scam-rules'

/** The result for a text and the messages before it. */
interface ScanResult {
  signs: readonly RuleKey[]
  isHurtful: boolean
}

interface ScannedMessage {
  text: string
  client_id?: string | null
}

export interface ShieldedMessage {
  id: number
  signs: readonly RuleKey[]
  isRepeated?: boolean
}

/** Checks messages and the texts of plans before other members can read them (docs/decisions/0048). */
export interface ScamShield {
  /**
   * Undefined for nearly every message: there is nothing to ask or record. Reads the last messages of both members only
   * if this one names a subject or a part of a request.
   */
  scan(pair: SenderAndReceiver, message: ScannedMessage): Promise<ScanResult | undefined>
  /** Throws the question that the sender must confirm first. */
  ask(pair: SenderAndReceiver, scanned: ScanResult): Promise<void>
  /** Whether a sender is asked about a first message that they have sent to many people. */
  asksAboutRepeats(): Promise<boolean>
  /** Records the signs of a stored message and takes the steps that follow. */
  record(pair: SenderAndReceiver, message: ShieldedMessage): Promise<void>
}

/** Delays before each retry of a recording. */
const PAUSES_MS = [1000, 5000, 30_000]

/** The scam shield of this process. */
export function openShield(deps: Services): ScamShield {
  const modes = openRuleModes(deps)
  const withMode = async (signs: readonly RuleKey[], mode: 'on' | 'count') => {
    const set = await modes()
    return signs.filter((key) => (set.get(key) ?? 'on') === mode)
  }
  const onlyOn = (signs: readonly RuleKey[]) => withMode(signs, 'on')
  const record = async (
    pair: SenderAndReceiver,
    { id, signs, isRepeated }: ShieldedMessage,
  ): Promise<void> => {
    const all: RuleKey[] = isRepeated ? [...signs, 'same-opening'] : [...signs]
    const [active, counting] = [await onlyOn(all), await withMode(all, 'count')]
    if (active.length + counting.length > 0)
      await recordSigns(deps, { ...pair, id }, { active, counting, onlyOn })
  }
  /** While the database is unavailable. A repeated recording counts once. */
  const recordLater = (
    err: unknown,
    pair: SenderAndReceiver,
    message: ShieldedMessage,
    tries: number,
  ): void => {
    const pause = err instanceof TransientError ? PAUSES_MS[tries] : undefined
    if (pause === undefined) {
      deps.log.error({ err }, 'scam signs were not recorded')
      return
    }
    deps.log.warn({ err }, 'scam signs will be recorded later')
    const again = () => record(pair, message).catch((failed) => recordLater(failed, pair, message, tries + 1))
    setTimeout(again, pause).unref()
  }
  return {
    async scan(pair, message) {
      const read = readText(message.text)
      const earlier = read.needsEarlier ? await readEarlier(deps.db, pair, message, deps.clock.now()) : []
      const scanned = { signs: read.signs(earlier), isHurtful: isHurtful(message.text) }
      return scanned.signs.length > 0 || scanned.isHurtful ? scanned : undefined
    },
    async ask(pair, scanned) {
      const signs = await onlyOn(scanned.signs)
      if (signs.length > 0) {
        const background = await readBackground(deps.db, pair, deps.clock.now())
        const mine = await onlyOn(background.mine)
        if (judge(signs, { ...background, mine }).ask) throw new Problem('ask.scam')
      }
      if (scanned.isHurtful && (await isFirstMessage(deps.db, pair))) throw new Problem('ask.hurtful')
    },
    asksAboutRepeats: async () => (await onlyOn(['same-opening'])).length > 0,
    // Not fatal, because the message is already stored and its sender waits for the acknowledgement.
    record: (pair, message) => record(pair, message).catch((err) => recordLater(err, pair, message, 0)),
  }
}

// Indexes: message_pair and date_text_pair, and message_once for a resend, which is read with the messages that were before it.
const findEarlier = prepared(
  (sender: number, low: number, high: number, since: number, clientId: string | null) => sql<EarlierMessage>`
    select text, sender_id = ${sender} as "isMine" from written
    where least(sender_id, receiver_id) = ${low} and greatest(sender_id, receiver_id) = ${high} and ts > ${since}
      and id < coalesce((select id from message where sender_id = ${sender} and client_id = ${clientId}::uuid),
        ${sql.lit(Number.MAX_SAFE_INTEGER)})
    order by id desc limit ${sql.lit(EARLIER.messages)}`,
)

/** The last messages and texts of plans of two members, oldest first. */
async function readEarlier(
  db: Db,
  { sender_id, receiver_id }: SenderAndReceiver,
  { client_id = null }: ScannedMessage,
  now: number,
): Promise<EarlierMessage[]> {
  const [low, high] = [Math.min(sender_id, receiver_id), Math.max(sender_id, receiver_id)]
  const rows = await findEarlier(db, sender_id, low, high, now - EARLIER.seconds, client_id)
  return rows.reverse()
}

/** Whether the sender has not written to the receiver yet (primary key of relation). */
async function isFirstMessage(db: Db, { sender_id, receiver_id }: SenderAndReceiver): Promise<boolean> {
  const before = await db
    .selectFrom('relation')
    .where('me', 'in', [sender_id, receiver_id])
    .where('other', 'in', [sender_id, receiver_id])
    .where('wrote', '=', true)
    .select('me')
    .limit(1)
    .executeTakeFirst()
  return before === undefined
}
