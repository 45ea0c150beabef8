import { clientMessage } from '@rosella/contract/client-problems'
import { messageProblem } from '@rosella/contract/messages/rules'
import type { ChatMessage } from '@rosella/contract/messages/shapes'
import { sentences } from '@rosella/contract/sentences'
import Maximize2 from 'lucide-react/icons/maximize-2'
import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import WifiOff from 'lucide-react/icons/wifi-off'
import { type ComponentType, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChatDatesProps, ChatTarget } from '../../platform/chat-target'
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
import { lazyOverlay, lazyPart } from '../../ui/lazy/LazyPart'

interface IcebreakersProps {
  partner: string
  prompts: readonly { q: string; a: string }[]
  onPick: (question: string) => void
}

/** Shown in an empty conversation: the partner's prompts as ways to start. */
export function Icebreakers({ partner, prompts, onPick }: IcebreakersProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-4 overflow-y-auto px-4 py-6 text-center">
      <p className="font-bold font-display text-xl">
        Say hello to <bdi>{partner}</bdi>
      </p>
      {prompts.length === 0 ? (
        <p className="max-w-xs text-muted text-sm">
          Mention a photo or ask a question. One friendly line is plenty.
        </p>
      ) : (
        <>
          <p className="text-muted text-sm">
            Reply to something <bdi>{partner}</bdi> wrote:
          </p>
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

export function ConversationSkeleton({ label }: { label: string }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end gap-2 overflow-hidden px-4 pb-4">
      <p role="status" className="animate-late text-center text-muted text-sm">
        {label}
      </p>
      <Skeleton className="petal-md h-11 w-3/5" />
      <Skeleton className="petal-md h-11 w-2/5" />
      <Skeleton className="petal-md-own h-11 w-1/2 self-end" />
      <Skeleton className="petal-md h-17 w-3/5" />
      <Skeleton className="petal-md-own h-11 w-1/3 self-end" />
    </div>
  )
}

const ScamWarning = lazyPart(async () => (await import('./ScamWarning')).ScamWarning)
const DeleteMessage = lazyOverlay(
  async () => (await import('./DeleteMessage')).DeleteMessage,
  ({ onClose }) => onClose,
)
const SendAnyway = lazyOverlay(
  async () => (await import('./SendAnyway')).SendAnyway,
  ({ onEdit }) => onEdit,
)

/** After a deletion, the button that had the focus is gone: immediately, or when the message leaves the list a moment later. */
function focusLog(frames = 60): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('[role=log]')?.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusLog(frames - 1))
}

interface ChatPanelProps extends ChatTarget {
  /** The plan of a date, once both have written. */
  Dates: ComponentType<ChatDatesProps>
}

export function ChatPanel(props: ChatPanelProps) {
  return <Panel key={props.member.id} {...props} />
}

function Panel({ Dates, ...target }: ChatPanelProps) {
  const { member, place, profileLink, prompts, reply, note, undo, menu } = target
  const { onReport, onBlock, onContactChanged } = target
  const overlay = useHistoryOverlay()
  const isFull = place === 'screen' || overlay.hash === '#chat'
  const partner = { id: member.id, un: member.username, uh: member.url_hash, ph: member.photo }
  const [text, setText] = useMessageDraft(partner)
  const [error, setError] = useState<Refusal>()
  // A question the member must answer before the text is sent.
  const [question, setQuestion] = useState<string>()
  const [warned, setWarned] = useState(member.scam_warning)
  const [isAboutPictures, setIsAboutPictures] = useState(member.pictures_warning)
  const [deleting, setDeleting] = useState<ChatMessage>()
  const box = useRef<HTMLTextAreaElement>(null)
  const conversation = useConversation({
    partner,
    onRefused(refused, reason, isQuestion) {
      // Puts the refused text before anything typed since, so that nothing is lost.
      setText((now) => [refused, now].filter(Boolean).join('\n'))
      setError(isQuestion ? undefined : reason)
      setQuestion(isQuestion ? reason.message : undefined)
      if (reason.code.startsWith('contact.')) onContactChanged()
    },
    onWarning(shown, isNowAboutPictures) {
      setWarned(shown)
      setIsAboutPictures(isNowAboutPictures)
    },
    onContactChanged,
  })
  const { link, history, messages, outgoing } = conversation
  const lost = clientMessage('socket.lost')

  function send(sure?: boolean) {
    const trimmed = text.trim()
    if (messageProblem(trimmed) === 'message.empty') return
    const problem = conversation.send(trimmed, sure)
    setError(problem)
    setQuestion(undefined)
    if (problem === undefined) setText('')
  }

  function pick(question: string) {
    const quote = `About “${question}”: `
    setText((now) => (now.includes(quote) ? now : [now, quote].filter(Boolean).join('\n')))
    // After the text is in the box, so that the cursor is at its end.
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

  // A member who receives a message may always reply, whatever the contact rule.
  const receivedId = conversation.lastReceived?.id
  const onMayReply = useEffectEvent(() => note !== null && onContactChanged())
  useEffect(() => {
    if (receivedId !== undefined) onMayReply()
  }, [receivedId])

  // The conversation was chosen from the list next to it, so the member wants to write.
  useEffect(() => {
    if (profileLink && !document.activeElement?.matches('input, textarea, dialog *'))
      box.current?.focus({ preventScroll: true })
  }, [profileLink])

  const bothWrote = messages.some(({ dir }) => dir === 'in') && messages.some(({ dir }) => dir === 'out')
  const isEmpty = messages.length + outgoing.length === 0
  // Hide a connection error once reconnected, and an error that the note above already shows.
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
            isAboutPictures={isAboutPictures}
            onReport={() => onReport()}
            onBlock={onBlock}
            onFine={() => setWarned(false)}
          />
        </Suspense>
      )}
      {history === 'unknown' && outgoing.length === 0 ? (
        <ConversationSkeleton label={sentences.loading} />
      ) : isEmpty && note === null ? (
        <Icebreakers partner={member.username} prompts={prompts} onPick={pick} />
      ) : isEmpty ? null : (
        <MessageList
          conversation={conversation}
          partner={member.username}
          onOlder={conversation.askOlder}
          onSeen={conversation.markRead}
          onRetry={conversation.retry}
          onWithdraw={conversation.withdraw}
          onReport={onReport}
          onDelete={setDeleting}
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
      {bothWrote && note === null && (
        <Suspense>
          <Dates partner={member} send={conversation.sendDate} />
        </Suspense>
      )}
      {question !== undefined && (
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
      )}
      {/* A refused text stays visible, so that it can be copied. */}
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
            if (next.trim() !== '') conversation.sendTyping()
            setError(undefined)
            setQuestion(undefined)
          }}
          onSend={() => send()}
        />
      )}
      {deleting && (
        <DeleteMessage
          isOwn={deleting.dir === 'out'}
          partner={member.username}
          onDelete={() => conversation.remove(deleting.id)}
          onClose={() => {
            setDeleting(undefined)
            requestAnimationFrame(() => focusLog())
          }}
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
