import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/Button'

type SendAnywayProps = { question: string; onEdit: () => void; onSend: () => void }

/** Asks before the text below is sent. Escape returns to editing it. */
export function SendAnyway({ question, onEdit, onSend }: SendAnywayProps) {
  const questionId = useId()
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => edit.current?.focus(), [])
  return (
    <div
      role="alertdialog"
      aria-labelledby={questionId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Otherwise Escape would also close the full-screen conversation.
        event.preventDefault()
        event.stopPropagation()
        onEdit()
      }}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-wattle-soft px-measure py-3 text-on-wattle-soft"
    >
      <p id={questionId} className="flex min-w-0 flex-1 basis-64 gap-2.5 font-semibold">
        <MessageCircleQuestionMark aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        {question}
      </p>
      <div className="flex gap-2">
        <Button ref={edit} tone="quiet" onClick={onEdit}>
          Edit
        </Button>
        <Button tone="bare" onClick={onSend}>
          Send anyway
        </Button>
      </div>
    </div>
  )
}
