import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx'
import { floatingClass, useAnchor } from './use-anchor'

type ItemText = {
  label: string
  /** A one-line explanation. */
  hint?: string
  icon?: LucideIcon
  /** Stays readable and focusable, but does nothing. */
  disabled?: boolean
}
export type MenuItem = (ItemText & ({ to: string } | { onSelect: () => void })) | 'separator'

type MenuProps = {
  /** The accessible name of the button and of the menu. */
  label: string
  /** The button's content. */
  children: ReactNode
  items: MenuItem[]
  className?: string
}

/** A button with a menu of links and actions. Supports arrow keys, Home, End, first letters and Escape. */
export function Menu({ label, children, items, className }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const startAtEnd = useRef(false)
  const { anchorRef, popoverRef, anchorStyle, popoverStyle } = useAnchor<HTMLButtonElement>(open, 'below-end')

  function entries() {
    return [...(popoverRef.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  }

  function close() {
    popoverRef.current?.hidePopover()
  }

  function onButtonKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    startAtEnd.current = event.key === 'ArrowUp'
    popoverRef.current?.showPopover()
  }

  function onMenuKey(event: KeyboardEvent) {
    const all = entries()
    const next = destination(event.key, all, all.indexOf(document.activeElement as HTMLElement))
    if (next) {
      event.preventDefault()
      next.focus()
    } else if (event.key === 'Tab') {
      anchorRef.current?.focus()
      close()
    } else if (event.key === ' ') {
      event.preventDefault()
      ;(document.activeElement as HTMLElement).click()
    }
  }

  return (
    <>
      <button
        type="button"
        ref={anchorRef}
        style={anchorStyle}
        className={cx('grid rounded-full', className)}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        popoverTarget={id}
        onKeyDown={onButtonKey}
      >
        {children}
      </button>
      <div
        id={id}
        ref={popoverRef}
        style={popoverStyle}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={cx(floatingClass, 'petal-md min-w-56 p-1.5 open:animate-appear')}
        onKeyDown={onMenuKey}
        onToggle={(event) => {
          const opened = event.newState === 'open'
          setOpen(opened)
          if (opened)
            entries()
              .at(startAtEnd.current ? -1 : 0)
              ?.focus()
          startAtEnd.current = false
        }}
      >
        {items.map((item, place) =>
          item === 'separator' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a separator is its position.
            <hr key={place} className="mx-3 my-1.5 border-line" />
          ) : (
            <Entry key={item.label} item={item} onDone={close} />
          ),
        )}
      </div>
    </>
  )
}

function Entry({ item, onDone }: { item: Exclude<MenuItem, 'separator'>; onDone: () => void }) {
  const Icon = item.icon
  const classes = cx(
    'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 py-2 text-start -outline-offset-3',
    item.disabled ? 'cursor-not-allowed text-muted/75' : 'hover:bg-sunken focus:bg-sunken',
  )
  const content = (
    <>
      {Icon && <Icon aria-hidden="true" className="size-5 shrink-0" />}
      <span className="grid leading-snug">
        {item.label}
        {item.hint && <span className="text-muted text-sm">{item.hint}</span>}
      </span>
    </>
  )
  if ('to' in item && !item.disabled) {
    return (
      <Link role="menuitem" tabIndex={-1} to={item.to} onClick={onDone} className={classes}>
        {content}
      </Link>
    )
  }
  function select() {
    if (item.disabled) return
    onDone()
    if ('onSelect' in item) item.onSelect()
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={item.disabled || undefined}
      onClick={select}
      className={classes}
    >
      {content}
    </button>
  )
}

function destination(key: string, all: HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length]
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const onwards = [...all.slice(at + 1), ...all.slice(0, at + 1)]
  return onwards.find((entry) => entry.textContent.toLowerCase().startsWith(key.toLowerCase()))
}
