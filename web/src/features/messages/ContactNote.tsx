import { sentences } from '@rosella/contract/sentences'
import MessageCircleOff from 'lucide-react/icons/message-circle-off'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../platform/api'
import type { ChatTarget } from '../../platform/chat-target'
import { useSession } from '../../platform/session/session'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'

type ContactNoteProps = Pick<ChatTarget, 'undo' | 'onContactChanged'> & {
  note: NonNullable<ChatTarget['note']>
  partner: string
  /** There are no messages yet, so the note fills the box. */
  alone: boolean
}

/** Says why the member can't write, in place of the composer. */
export function ContactNote({ note, partner, alone, undo, onContactChanged }: ContactNoteProps) {
  // Without messages, the note about an ended conversation would be wrong.
  const text = alone && undo ? `You’re not interested in ${partner}.` : note.message
  return (
    <div
      className={cx(
        'flex items-center gap-x-4 gap-y-3 px-measure py-4',
        alone
          ? 'min-h-0 flex-1 flex-col justify-center overflow-y-auto text-center'
          : 'flex-wrap border-line border-t bg-surface',
      )}
    >
      <span aria-hidden="true" className={cx('text-muted', alone && 'petal mb-1 bg-surface p-4')}>
        <MessageCircleOff className={alone ? 'size-8' : 'size-6'} strokeWidth={1.75} />
      </span>
      <p
        role="status"
        className={cx('text-balance font-semibold', alone ? 'max-w-sm text-lg' : 'min-w-0 flex-1')}
      >
        {text}
      </p>
      {undo && (
        <Button tone="quiet" pending={undo.pending} onClick={undo.onUndo}>
          Undo
        </Button>
      )}
      {note.code === 'contact.unconfirmed' && <SendAgain onConfirmed={onContactChanged} />}
    </div>
  )
}

function SendAgain({ onConfirmed }: { onConfirmed: () => void }) {
  const [pending, setPending] = useState(false)
  const confirmed = useSession()?.email_confirmed
  const onChange = useEffectEvent(onConfirmed)
  // The link in the email may have been opened in another tab or on another device.
  useEffect(() => {
    if (confirmed) onChange()
  }, [confirmed])

  async function send() {
    setPending(true)
    try {
      await call('POST /api/verify-email', {})
      showToast('success', sentences.verificationSent)
    } catch (error) {
      showToast('danger', (error as Error).message)
    }
    setPending(false)
  }
  return (
    <Button tone="quiet" pending={pending} onClick={send}>
      Send again
    </Button>
  )
}
