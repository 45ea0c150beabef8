import { clientMessage } from '@rosella/contract/client-problems'
import { messageProblem } from '@rosella/contract/messages/rules'
import { sentences } from '@rosella/contract/sentences'
import Maximize2 from 'lucide-react/icons/maximize-2'
import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import WifiOff from 'lucide-react/icons/wifi-off'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChatTarget } from '../../platform/chat-target'
import { useHistoryOverlay } from '../../platform/history-overlay'
import { IconButton } from '../../ui/IconButton'
import { Skeleton } from '../../ui/Skeleton'
import { ChatFrame, TITLE } from './ChatFrame'
import { ChatTitle } from './ChatTitle'
import { Composer } from './Composer'
import { ContactNote } from './ContactNote'
import { useMessageDraft } from './drafts'
import { FullScreen } from './FullScreen'
import { MessageList } from './MessageList'
import { type Refusal, useConversation } from './use-conversation'
import '../../full-styles.css'

interface IcebreakersProps {
  partner: string
  prompts: readonly { q: string; a: string }[]
  onPick: (question: string) => void
}

/** Nothing has been said yet: what the other wrote about themselves is a way to begin. */
export function Icebreakers({ partner, prompts, onPick }: IcebreakersProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-4 overflow-y-auto px-4 py-6 text-center">
      <p className="font-bold font-display text-xl">Say hello to {partner}</p>
      {prompts.length === 0 ? (
        <p className="max-w-xs text-muted text-sm">
          A photo, a place, a question: one friendly line is plenty.
        </p>
      ) : (
        <>
          <p className="text-muted text-sm">Pick up something {partner} wrote:</p>
          <ul className="flex flex-wrap justify-center gap-2">
            {prompts.map(({ q }) => (
              <li key={q} className="min-w-0">
                <button
                  type="button"
                  onClick={() => onPick(q)}
                  className="petal-sm inline-flex min-h-11 items-center gap-2 bg-surface px-4 py-2 text-start font-semibold text-sm inset-ring inset-ring-line-strong transition hover:bg-wattle-soft hover:text-on-wattle-soft active:scale-97"
                >
                  <MessageSquareQuote aria-hidden="true" className="size-4.5 shrink-0" />
                  {q}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Where the bubbles are about to be. */
export function ConversationSkeleton({ words }: { words: string }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end gap-2 overflow-hidden px-4 pb-4">
      <p role="status" className="animate-late text-center text-muted text-sm">
        {words}
      </p>
      <Skeleton className="petal-md h-11 w-3/5" />
      <Skeleton className="petal-md h-11 w-2/5" />
      <Skeleton className="petal-md-own h-11 w-1/2 self-end" />
      <Skeleton className="petal-md h-17 w-3/5" />
      <Skeleton className="petal-md-own h-11 w-1/3 self-end" />
    </div>
  )
}

const ScamWarning = lazy(async () => ({ default: (await import('./ScamWarning')).ScamWarning }))
const SendAnyway = lazy(async () => ({ default: (await import('./SendAnyway')).SendAnyway }))

export function ChatPanel(target: ChatTarget) {
  return <Panel key={target.member.id} {...target} />
}

function Panel(target: ChatTarget) {
  const { member, place, profileLink, prompts, reply, note, undo, menu } = target
  const { onReport, onBlock, onContactChanged } = target
  const overlay = useHistoryOverlay()
  const isFull = place === 'screen' || overlay.hash === '#chat'
  const [text, setText] = useMessageDraft(member.id)
  const [error, setError] = useState<Refusal>()
  // Asked before what stands in the box is sent.
  const [question, setQuestion] = useState<string>()
  const [warned, setWarned] = useState(member.scam_warning)
  const box = useRef<HTMLTextAreaElement>(null)
  const conversation = useConversation({
    partnerId: member.id,
    onRefused(refused, why, isQuestion) {
      // In front of what has been typed since: nothing is lost.
      setText((now) => [refused, now].filter(Boolean).join('\n'))
      setError(isQuestion ? undefined : why)
      setQuestion(isQuestion ? why.message : undefined)
      if (why.code.startsWith('contact.')) onContactChanged()
    },
    onWarning: setWarned,
    onContactChanged,
  })
  const { link, history, messages, outgoing } = conversation
  const lost = clientMessage('socket.lost')

  function send(sure?: boolean) {
    const words = text.trim()
    if (messageProblem(words) === 'message.empty') return
    const problem = conversation.send(words, sure)
    setError(problem)
    setQuestion(undefined)
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

  // Chosen from the list beside it: there is nothing to do but to write.
  useEffect(() => {
    if (profileLink && !document.activeElement?.matches('input, textarea, dialog *'))
      box.current?.focus({ preventScroll: true })
  }, [profileLink])

  const isEmpty = messages.length + outgoing.length === 0
  // A sentence about the connection goes when the connection is back; one that stands above is not said twice.
  const isSettled = (error?.code === 'socket.lost' && link === 'open') || error?.code === note?.code
  const shownError = isSettled ? undefined : error?.message
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
      {warned && (
        <Suspense>
          <ScamWarning
            partnerId={member.id}
            onReport={() => onReport()}
            onBlock={onBlock}
            onFine={() => setWarned(false)}
          />
        </Suspense>
      )}
      {history === 'unknown' && outgoing.length === 0 ? (
        <ConversationSkeleton words={sentences.loading} />
      ) : isEmpty && note === null ? (
        <Icebreakers partner={member.username} prompts={prompts} onPick={pick} />
      ) : isEmpty ? null : (
        <MessageList
          conversation={conversation}
          partner={member.username}
          onOlder={conversation.askOlder}
          onSeen={conversation.markRead}
          onRetry={conversation.retry}
          onReport={onReport}
          onReact={note === null ? conversation.react : undefined}
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
      {question !== undefined && (
        <Suspense>
          <SendAnyway
            question={question}
            onEdit={() => {
              setQuestion(undefined)
              box.current?.focus()
            }}
            onSend={() => {
              send(true)
              box.current?.focus()
            }}
          />
        </Suspense>
      )}
      {/* What was written and refused stays to be seen, and copied. */}
      {(note === null || text !== '') && (
        <Composer
          ref={box}
          partner={member.username}
          text={text}
          error={shownError}
          closed={note !== null}
          takesFocus={reply !== undefined}
          onText={(next) => {
            setText(next)
            if (next.trim() !== '') conversation.tellTyping()
            setError(undefined)
            setQuestion(undefined)
          }}
          onSend={() => send()}
        />
      )}
    </>
  )

  return (
    <>
      <ChatFrame
        place={place}
        header={
          <>
            {place === 'column' ? (
              <ChatTitle target={target} isLink={profileLink} />
            ) : (
              <h2 className="me-auto text-2xl">{TITLE}</h2>
            )}
            <div className="flex items-center">
              <IconButton label="Full screen" icon={Maximize2} onClick={() => overlay.open('#chat')} />
              {menu}
            </div>
          </>
        }
      >
        {!isFull && body}
      </ChatFrame>
      <FullScreen open={isFull} onClose={overlay.leave} target={target}>
        {body}
      </FullScreen>
    </>
  )
}
