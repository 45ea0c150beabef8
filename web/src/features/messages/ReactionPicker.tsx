import { type Emoji, reactions } from '@rosella/contract/messages/rules'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { cx } from '../../ui/cx'
import { floatingClass, moveBeside } from '../../ui/overlays/use-anchor'
import { reactionLabels } from './reaction-labels'

interface ReactionPickerProps {
  anchor: RefObject<HTMLButtonElement | null>
  /** The message is the member's own, so the picker aligns with its other side. */
  own: boolean
  mine: Emoji | undefined
  onPick: (emoji: Emoji) => void
  onClose: () => void
}

/** The six reactions. Picking the current one again removes it. */
export function ReactionPicker({ anchor, own, mine, onPick, onClose }: ReactionPickerProps) {
  const picker = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    const [box, button] = [picker.current, anchor.current]
    if (!box || !button) return
    box.showPopover()
    moveBeside(button, box, own ? 'below-end' : 'below-start')
    const chosen = box.querySelector<HTMLElement>('[aria-pressed=true]') ?? box.querySelector('button')
    chosen?.focus({ preventScroll: true })
  }, [anchor, own])

  function move(event: KeyboardEvent) {
    const all = [...(picker.current?.querySelectorAll('button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    all[to % all.length]?.focus()
  }

  return (
    <fieldset
      ref={picker}
      popover="auto"
      aria-label="Reactions"
      onKeyDown={move}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
      className={cx(floatingClass, 'petal-md flex gap-0.5 p-1 open:animate-appear')}
    >
      {reactions.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={reactionLabels[emoji]}
          title={reactionLabels[emoji]}
          aria-pressed={emoji === mine}
          onClick={() => {
            picker.current?.hidePopover()
            onPick(emoji)
          }}
          className="grid size-11 place-items-center rounded-full text-2xl leading-none transition hover:bg-sunken active:scale-92 aria-pressed:bg-wattle-soft aria-pressed:ring-2 aria-pressed:ring-ink"
        >
          <span aria-hidden="true">{emoji}</span>
        </button>
      ))}
    </fieldset>
  )
}
