import { Problem } from '../../../domain/problem'
import { isHurtful } from '../../../domain/scam-signs/hurtful'
import { judge } from '../../../domain/scam-signs/judge'
import { readSigns } from '../../../domain/scam-signs/read-signs'
import type { RuleKey } from '../../../domain/scam-signs/rules'
import type { Db } from '../../../ports/database'
import type { ScamShield, SenderAndReceiver, ShieldedMessage } from '../../../ports/scam-shield'
import { TransientError } from '../../../ports/transient-error'
import { type Deps, noteSigns } from './note-signs'
import { readBackground } from './read-background'
import { openRuleModes } from './rule-modes'

/** Before each further try to note what was sent. */
const PAUSES_MS = [1000, 5000, 30_000]

/** What the text of a message asks for before it is sent, and what follows when it is. */
export function openShield(deps: Deps): ScamShield {
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
