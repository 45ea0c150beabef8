import { type Emoji, reactions } from '@rosella/contract/messages/rules'
import Copy from 'lucide-react/icons/copy'
import Flag from 'lucide-react/icons/flag'
import Trash2 from 'lucide-react/icons/trash-2'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { copyText } from '../../platform/download'
import { cx } from '../../ui/cx'
import { floatingClass, moveBeside } from '../../ui/overlays/use-anchor'
import { reactionLabels } from './Bubble'

interface MessageMenuProps {
  anchor: RefObject<HTMLButtonElement | null>
  text: string
  /** The message is the member's own, so the menu aligns with its other side. */
  own: boolean
  mine: Emoji | undefined
  /** Undefined if the member may not write to the partner. */
  onPick: ((emoji: Emoji) => void) | undefined
  onDelete: () => void
  /** Undefined for the member's own message. */
  onReport: (() => void) | undefined
  onClose: () => void
}

/** The reactions and actions of a message. Picking the current reaction again removes it. */
export function MessageMenu(props: MessageMenuProps) {
  const { anchor, text, own, mine, onPick, onDelete, onReport, onClose } = props
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [box, button] = [menu.current, anchor.current]
    if (!box || !button) return
    box.showPopover()
    moveBeside(button, box, own ? 'below-end' : 'below-start')
    const first = box.querySelector<HTMLElement>('[aria-checked=true]') ?? box.querySelector('button')
    first?.focus({ preventScroll: true })
  }, [anchor, own])

  /** Left and right move between the reactions, up and down between their row and the actions. */
  function move(event: KeyboardEvent) {
    const all = [...(menu.current?.querySelectorAll('button') ?? [])]
    const inRow = onPick ? reactions.length : 0
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const isInRow = at < inRow
    const to = {
      ArrowRight: isInRow ? (at + 1) % inRow : undefined,
      ArrowLeft: isInRow ? (at - 1 + inRow) % inRow : undefined,
      ArrowDown: isInRow ? inRow : (at + 1) % all.length,
      ArrowUp: isInRow || at === 0 ? all.length - 1 : at === inRow ? 0 : at - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key]
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (to === undefined) return
    event.preventDefault()
    all[to]?.focus()
  }

  function choose(act: () => void) {
    menu.current?.hidePopover()
    act()
  }

  const actions = [
    { label: 'Copy', icon: Copy, act: () => copyText(text) },
    { label: 'Delete', icon: Trash2, act: onDelete },
    ...(onReport ? [{ label: 'Report this message', icon: Flag, act: onReport }] : []),
  ]
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      aria-label="Message menu"
      tabIndex={-1}
      onKeyDown={move}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
      className={cx(floatingClass, 'petal-md p-1.5 open:animate-appear')}
    >
      {onPick && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a menu.
        <div role="group" aria-label="Reactions" className="mb-1 flex gap-0.5 border-line border-b pb-1.5">
          {reactions.map((emoji) => (
            <button
              key={emoji}
              type="button"
              role="menuitemradio"
              tabIndex={-1}
              aria-label={reactionLabels[emoji]}
              title={reactionLabels[emoji]}
              aria-checked={emoji === mine}
              onClick={() => choose(() => onPick(emoji))}
              className="grid size-11 place-items-center rounded-full text-2xl leading-none transition hover:bg-sunken active:scale-92 aria-checked:bg-wattle-soft aria-checked:ring-2 aria-checked:ring-ink"
            >
              <span aria-hidden="true">{emoji}</span>
            </button>
          ))}
        </div>
      )}
      {actions.map(({ label, icon: Icon, act }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => choose(act)}
          className="flex min-h-11 w-full items-center gap-3 rounded-xl px-3 py-2 text-start -outline-offset-3 hover:bg-sunken focus:bg-sunken"
        >
          <Icon aria-hidden="true" className="size-5 shrink-0" />
          {label}
        </button>
      ))}
    </div>
  )
}
