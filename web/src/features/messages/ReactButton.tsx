import type { Emoji } from '@rosella/contract/messages/rules'
import type { ChatMessage } from '@rosella/contract/messages/shapes'
import { SmilePlus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { cx } from '../../ui/cx'
import { goOn } from './message-buttons'
import { reactionWords } from './reaction-words'

const ReactionPicker = lazy(async () => ({ default: (await import('./ReactionPicker')).ReactionPicker }))

/** On the corner of the bubble; a finger need not hit it exactly. */
const chipLook =
  'petal-sm relative z-1 -mb-2.5 grid h-7 shrink-0 grid-flow-col place-items-center self-end bg-surface px-1.5 text-base leading-none ring-1 ring-line-strong after:absolute after:-inset-2'
const hiddenLook =
  'grid size-11 shrink-0 place-items-center rounded-full text-muted transition hover:bg-ink/8 hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-fine:opacity-0 pointer-coarse:not-focus-visible:sr-only'

interface ReactButtonProps {
  message: ChatMessage
  partner: string
  isStop: boolean
  /** Missing where nothing may be said to the other: then they are only looked at. */
  onReact: ((id: number, emoji: Emoji | null) => void) | undefined
}

/**
 * The reactions on a bubble's corner, and the way to them. Without any it shows to a pointer that hovers; a finger holds
 * the bubble instead (use-long-press.ts). For the keyboard all of them are one stop, before the one of reporting.
 */
export function ReactButton({ message, partner, isStop, onReact }: ReactButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const own = message.dir === 'out'
  const { reactions = [] } = message
  const isMine = (by: number) => (by === message.sender_id) === own
  const words = reactions.map(({ by, emoji }) => `${isMine(by) ? 'You' : partner}: ${reactionWords[emoji]}`)
  const mine = reactions.find(({ by }) => isMine(by))?.emoji
  const shown = reactions.map(({ by, emoji }) => (
    <span key={by} aria-hidden="true" className="animate-arrive">
      {emoji}
    </span>
  ))
  const chip = cx(chipLook, own ? '-me-5' : '-ms-5')
  if (!onReact)
    return (
      shown.length > 0 && (
        <span role="img" aria-label={words.join('. ')} title={words.join(', ')} className={chip}>
          {shown}
        </span>
      )
    )
  return (
    <>
      <button
        ref={button}
        type="button"
        data-react
        tabIndex={isStop ? 0 : -1}
        aria-label={[...words, 'React to this message'].join('. ')}
        title={words.length > 0 ? words.join(', ') : 'React to this message'}
        aria-haspopup="true"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => goOn(event, '[data-react]')}
        className={shown.length > 0 ? chip : hiddenLook}
      >
        {shown.length > 0 ? shown : <SmilePlus aria-hidden="true" className="size-4.5" />}
      </button>
      {open && (
        <Suspense>
          <ReactionPicker
            anchor={button}
            own={own}
            mine={mine}
            onPick={(emoji) => onReact(message.id, emoji === mine ? null : emoji)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
