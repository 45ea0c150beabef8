import { messageProblem } from '@rosella/contract/messages/rules'
import { problems } from '@rosella/contract/problems'
import { sentences } from '@rosella/contract/sentences'
import { Maximize2, Minimize2, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { ChatTarget } from '../../platform/chat-target'
import { photoUrl } from '../../platform/site'
import { Avatar } from '../../ui/Avatar'
import { useModal } from '../../ui/Dialog'
import { IconButton } from '../../ui/IconButton'
import { VerifiedBadge } from '../../ui/VerifiedBadge'
import { ChatFrame, TITLE } from './ChatFrame'
import { Composer } from './Composer'
import { ContactNote } from './ContactNote'
import { isContactRefusal } from './contact-refusal'
import { useMessageDraft } from './drafts'
import { MessageList } from './MessageList'
import { ConversationSkeleton, Starters } from './Starters'
import { useConversation } from './use-conversation'

export function ChatPanel(target: ChatTarget) {
  return <Panel key={target.member.id} {...target} />
}

function Panel({ member, prompts, reply, note, undo, menu, onReport, onContactChanged }: ChatTarget) {
  const [full, setFull] = useState(false)
  const [text, setText] = useMessageDraft(member.id)
  const [error, setError] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  const conversation = useConversation({
    partnerId: member.id,
    onRefused(refused, why) {
      // In front of what has been typed since: nothing is lost.
      setText((now) => [refused, now].filter(Boolean).join('\n'))
      setError(why)
      if (isContactRefusal(why)) onContactChanged()
    },
  })
  const { link, history, messages, outgoing } = conversation
  const lost = problems['socket.lost'][1]

  function send() {
    const words = text.trim()
    if (messageProblem(words) === 'message.empty') return
    const problem = conversation.send(words)
    setError(problem)
    if (problem === undefined) setText('')
  }

  function pick(question: string) {
    const quote = `About “${question}”: `
    setText((now) => (now.includes(quote) ? now : [now, quote].filter(Boolean).join('\n')))
    // After the text is in the box, so that the cursor stands behind it.
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(-1, -1)
    })
  }
  const onReply = useEffectEvent(pick)
  const { prompt, n } = reply ?? {}
  useEffect(() => {
    if (prompt !== undefined && n !== undefined) onReply(prompt)
  }, [prompt, n])

  // Whoever is written to may always answer.
  const heardId = conversation.heard?.id
  const onAnswerable = useEffectEvent(() => note !== null && onContactChanged())
  useEffect(() => {
    if (heardId !== undefined) onAnswerable()
  }, [heardId])

  const isEmpty = messages.length + outgoing.length === 0
  // A sentence about the connection goes when the connection is back; one that stands above is not said twice.
  const shownError = (error === lost && link === 'open') || error === note ? undefined : error
  const body = (
    <>
      {link === 'lost' && (
        <p
          role="status"
          className="flex items-center justify-center gap-2 bg-wattle-soft px-4 py-2 font-semibold text-on-wattle-soft text-sm"
        >
          <WifiOff aria-hidden="true" className="size-4.5 shrink-0" />
          {lost}
        </p>
      )}
      {history === 'unknown' && outgoing.length === 0 ? (
        <ConversationSkeleton words={sentences.loading} />
      ) : isEmpty && note === null ? (
        <Starters partner={member.username} prompts={prompts} onPick={pick} />
      ) : isEmpty ? null : (
        <MessageList
          conversation={conversation}
          partner={member.username}
          onOlder={conversation.askOlder}
          onSeen={conversation.markRead}
          onRetry={conversation.retry}
          onReport={onReport}
        />
      )}
      {note !== null && (
        <ContactNote
          note={note}
          partner={member.username}
          alone={isEmpty && history !== 'unknown'}
          undo={undo}
          onContactChanged={onContactChanged}
        />
      )}
      {/* What was written and refused stays to be seen, and copied. */}
      {(note === null || text !== '') && (
        <Composer
          ref={box}
          partner={member.username}
          text={text}
          error={shownError}
          closed={note !== null}
          onText={(next) => {
            setText(next)
            setError(undefined)
          }}
          onSend={send}
        />
      )}
    </>
  )

  return (
    <>
      <ChatFrame
        aside={
          <div className="flex items-center">
            <IconButton label="Full screen" icon={Maximize2} onClick={() => setFull(true)} />
            {menu}
          </div>
        }
      >
        {!full && body}
      </ChatFrame>
      <FullScreen open={full} onClose={() => setFull(false)} member={member} menu={menu}>
        {body}
      </FullScreen>
    </>
  )
}

interface FullScreenProps {
  open: boolean
  onClose: () => void
  member: ChatTarget['member']
  menu: ReactNode
  children: ReactNode
}

/** The same conversation with the whole window to itself; Escape leads back. */
function FullScreen({ open, onClose, member, menu, children }: FullScreenProps) {
  const titleId = useId()
  const ref = useModal(open)
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-paper text-ink"
    >
      {open && (
        <div className="mx-auto flex h-full max-w-3xl flex-col border-line bg-sunken md:border-x">
          <header className="flex items-center gap-3 border-line border-b px-4 py-2">
            <Avatar name={member.username} photo={member.photo && photoUrl('tmb', member.photo)} />
            <h2 id={titleId} tabIndex={-1} className="min-w-0 flex-1 truncate text-xl">
              {TITLE} <span className="sr-only">with </span>
              <span className="font-medium text-muted">{member.username}</span>
            </h2>
            <VerifiedBadge ts={member.verified_ts} />
            <IconButton label="Leave full screen" icon={Minimize2} onClick={onClose} />
            {menu}
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}
