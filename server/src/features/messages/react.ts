import type { Emoji } from '@rosella/contract/messages/rules'
import { readContact } from '../../database/read-contact'
import { type Tx, withTransaction } from '../../database/transaction'
import { lockVisiblePair } from '../../database/visible-members'
import { messageRefusal } from '../../domain/contact-rule'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'settings'>

/**
 * Says something to a message without words, in place of what one said before; null takes it back. It reaches the other
 * as a message does, so it takes the right to write to them; to take it back, seeing the message is enough.
 */
export async function react(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  { id, emoji }: { id: number; emoji: Emoji | null },
): Promise<void> {
  if (viewer.impersonator !== null) throw new Problem('access.impersonating')
  const me = viewer.id
  const budget = await deps.settings.current()
  await withTransaction(deps, async (tx, emit) => {
    const { sender_id, receiver_id } = await findSeen(tx, me, id)
    const other = sender_id === me ? receiver_id : sender_id
    await lockVisiblePair(tx, me, other, 'message.unknown')
    if (emoji !== null) {
      const contact = await readContact(tx, me, other, deps.clock.now())
      if (!contact) throw new Problem('no-user')
      const refusal = messageRefusal(contact, budget)
      if (refusal) throw new Problem(refusal.code, refusal.values)
    }
    // It may have gone while the pair was waited for.
    const message = await findSeen(tx, me, id)
    const own = sender_id === me ? 'sender_reaction' : 'receiver_reaction'
    if (message[own] === emoji) return
    await tx
      .updateTable('message')
      .set({ [own]: emoji })
      .where('id', '=', id)
      .execute()
    emit({ kind: 'message.reacted', id, from: sender_id, to: receiver_id })
  })
}

async function findSeen(tx: Tx, me: number, id: number) {
  const message = await tx
    .selectFrom('message')
    .where('id', '=', id)
    .select(['sender_id', 'receiver_id', 'removed_by_receiver', 'sender_reaction', 'receiver_reaction'])
    .executeTakeFirst()
  const isSeen =
    message && (message.sender_id === me || (message.receiver_id === me && !message.removed_by_receiver))
  if (!isSeen) throw new Problem('message.unknown')
  return message
}
