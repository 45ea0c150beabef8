import { TransientError } from '../../../platform/failure'
import type { Db } from '../../../platform/ports/database'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { isHurtful } from '../scam-signs/hurtful'
import { judge } from '../scam-signs/judge'
import { readSigns } from '../scam-signs/read-signs'
import type { RuleKey } from '../scam-signs/rules'
import { noteSigns, readBackground, type SenderAndReceiver } from './note-signs'
import { openRuleModes } from './scam-rules'

/** What a text alone says. */
interface Looked {
  signs: readonly RuleKey[]
  isHurtful: boolean
}

export interface ShieldedMessage {
  id: number
  signs: readonly RuleKey[]
  isRepeated?: boolean
}

/** What stands between writing a message and somebody else's reading it (decision 48). */
export interface ScamShield {
  /** Reads a text; undefined where nothing is to be asked or noted, as with nearly every message. */
  look(text: string): Looked | undefined
  /** Throws the question that the sender has to answer first. */
  ask(pair: SenderAndReceiver, looked: Looked): Promise<void>
  /** Writes down what was sent all the same, and takes the steps that follow from it. */
  note(pair: SenderAndReceiver, message: ShieldedMessage): Promise<void>
}

/** Before each further try to note what was sent. */
const PAUSES_MS = [1000, 5000, 30_000]

/** What the text of a message asks for before it is sent, and what follows when it is. */
export function openShield(deps: Services): ScamShield {
  const modes = openRuleModes(deps)
  const withMode = async (signs: readonly RuleKey[], mode: 'on' | 'count') => {
    const set = await modes()
    return signs.filter((key) => (set.get(key) ?? 'on') === mode)
  }
  const note = async (pair: SenderAndReceiver, { id, signs, isRepeated }: ShieldedMessage): Promise<void> => {
    const all: RuleKey[] = isRepeated ? [...signs, 'same-opening'] : [...signs]
    const [active, counting] = [await withMode(all, 'on'), await withMode(all, 'count')]
    if (active.length + counting.length > 0) await noteSigns(deps, { ...pair, id }, { active, counting })
  }
  /** While the database is away. Written twice it is counted once. */
  const noteLater = (
    err: unknown,
    pair: SenderAndReceiver,
    message: ShieldedMessage,
    tries: number,
  ): void => {
    const pause = err instanceof TransientError ? PAUSES_MS[tries] : undefined
    if (pause === undefined) {
      deps.log.error({ err }, 'signs of a scam were not noted')
      return
    }
    deps.log.warn({ err }, 'signs of a scam are noted later')
    const again = () => note(pair, message).catch((failed) => noteLater(failed, pair, message, tries + 1))
    setTimeout(again, pause).unref()
  }
  return {
    look(text) {
      const looked = { signs: readSigns(text), isHurtful: isHurtful(text) }
      return looked.signs.length > 0 || looked.isHurtful ? looked : undefined
    },
    async ask(pair, looked) {
      const signs = await withMode(looked.signs, 'on')
      if (signs.length > 0) {
        const background = await readBackground(deps.db, pair, deps.clock.now())
        if (judge(signs, background).ask) throw new Problem('ask.scam')
      }
      if (looked.isHurtful && (await isOpening(deps.db, pair))) throw new Problem('ask.hurtful')
    },
    // The message is stored, and its sender waits to hear so.
    note: (pair, message) => note(pair, message).catch((err) => noteLater(err, pair, message, 0)),
  }
}

/** Whether the sender has written nothing to the receiver so far (primary key of relation). */
async function isOpening(db: Db, { sender_id, receiver_id }: SenderAndReceiver): Promise<boolean> {
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
