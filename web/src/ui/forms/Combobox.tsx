import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { cx } from '../cx'
import { floatingClass, useAnchor } from '../overlays/use-anchor'
import { Spinner } from '../Spinner'
import { controlClass, FieldFrame, type FieldText } from './Field'

export type ComboboxOption = { value: string; label: string; hint?: string }

type ComboboxProps = FieldText & {
  /** The input's text. */
  text: string
  onTextChange: (text: string) => void
  /** The suggestions for the text, best first. At most ten are shown. */
  options: ComboboxOption[]
  onSelect: (option: ComboboxOption) => void
  loading?: boolean
  /** Shown if there is text but no suggestion. */
  emptyText?: string
  placeholder?: string
  onBlur?: () => void
}

const maxOptions = 10
/** The height of four suggestions in pixels. With that much room, the list stays below its field. */
const enoughRoom = 220

/** A text field with suggestions that follows the ARIA Authoring Practices (editable, list autocomplete). */
export function Combobox(props: ComboboxProps) {
  const { label, hint, error, optional, labelHidden, text, loading, emptyText } = props
  const listId = useId()
  const options = props.options.slice(0, maxOptions)
  const [wanted, setWanted] = useState(false)
  const [active, setActive] = useState(-1)
  const nothing = text !== '' && !loading && options.length === 0 && emptyText
  const open = wanted && (options.length > 0 || Boolean(nothing))
  const { anchorRef, popoverRef, anchorStyle, popoverStyle } = useAnchor<HTMLInputElement>(
    open,
    'below-start',
  )
  const current = open ? options[active] : undefined

  useEffect(() => {
    const popover = popoverRef.current
    if (!open || !popover) return
    popover.style.width = `${anchorRef.current?.offsetWidth ?? 0}px`
    popover.showPopover()
    return () => popover.hidePopover()
  }, [open, popoverRef, anchorRef])

  useEffect(() => {
    if (open && anchorRef.current && popoverRef.current) limitHeight(anchorRef.current, popoverRef.current)
    popoverRef.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  function close() {
    setWanted(false)
    setActive(-1)
  }

  function select(option: ComboboxOption) {
    props.onSelect(option)
    close()
  }

  function onKey(event: KeyboardEvent) {
    // While an input method is composing, it gets the keys.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setWanted(true)
      if (!event.altKey && options.length > 0) setActive(step(event.key === 'ArrowDown' ? 1 : -1))
    } else if (event.key === 'Enter' && open && options[0]) {
      event.preventDefault()
      select(current ?? options[0])
    } else if (event.key === 'Enter' && loading) {
      // Taken as soon as the suggestions are there, as when the field is left.
      event.preventDefault()
      props.onBlur?.()
    } else if (event.key === 'Escape' && (open || text !== '')) {
      // Escape closes the list, then clears the text, and does not close the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      if (open) close()
      else props.onTextChange('')
    }
  }

  function step(by: 1 | -1) {
    if (active < 0) return by === 1 ? 0 : options.length - 1
    return (active + by + options.length) % options.length
  }

  return (
    <FieldFrame {...{ label, hint, error, optional, labelHidden }}>
      {(control) => (
        <span className="relative block">
          <input
            {...control}
            ref={anchorRef}
            style={anchorStyle}
            type="text"
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={current && `${listId}-${active}`}
            autoComplete="off"
            spellCheck={false}
            value={text}
            placeholder={props.placeholder}
            onChange={(event) => {
              props.onTextChange(event.target.value)
              setWanted(true)
              setActive(-1)
            }}
            onClick={() => setWanted(true)}
            onKeyDown={onKey}
            onBlur={() => {
              close()
              props.onBlur?.()
            }}
            className={cx(controlClass, loading && 'pe-11')}
          />
          {loading && <Spinner className="absolute inset-y-0 end-4 my-auto text-muted" />}
          <span className="sr-only" aria-live="polite">
            {open && (nothing || `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}`)}
          </span>
          <div
            ref={popoverRef}
            style={popoverStyle}
            popover="manual"
            className={cx(floatingClass, 'petal-md my-1! p-1.5')}
          >
            <div id={listId} role="listbox" aria-label="Suggestions">
              {options.map((option, place) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
                <div
                  key={option.value}
                  id={`${listId}-${place}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === active}
                  // Keeps the focus in the input, so that the list stays open.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => select(option)}
                  className="flex min-h-11 cursor-pointer items-center gap-2 rounded-xl px-3 hover:bg-sunken aria-selected:bg-ink aria-selected:text-paper"
                >
                  <span className="min-w-0 truncate">{marked(option.label, text)}</span>
                  {option.hint && <span className="ms-auto shrink-0 text-sm opacity-80">{option.hint}</span>}
                </div>
              ))}
            </div>
            {nothing && <p className="px-3 py-2 text-muted">{emptyText}</p>}
          </div>
        </span>
      )}
    </FieldFrame>
  )
}

/** Limits the list's height, so that on a phone it neither covers the input nor disappears behind the keyboard. */
function limitHeight(anchor: HTMLElement, popover: HTMLElement) {
  const { top, bottom } = anchor.getBoundingClientRect()
  const height = visualViewport?.height ?? innerHeight
  const below = height - bottom
  popover.style.maxHeight = `${(below >= enoughRoom ? below : Math.max(top, below)) - 16}px`
}

function marked(label: string, text: string): ReactNode {
  const at = text === '' ? -1 : label.toLowerCase().indexOf(text.toLowerCase())
  if (at < 0) return label
  const end = at + text.length
  return (
    <>
      {label.slice(0, at)}
      <b className="font-bold">{label.slice(at, end)}</b>
      {label.slice(end)}
    </>
  )
}
