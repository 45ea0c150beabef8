import X from 'lucide-react/icons/x'
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../Button'
import { dialogFoot } from '../bar-height'
import { cx } from '../cx'
import { IconButton } from '../IconButton'
import { modalOpened } from './modals'

type DialogProps = {
  open: boolean
  /** Called by Escape, the close button and a press on the backdrop. The caller then sets `open` to false. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The buttons at the end. */
  actions?: ReactNode
  size?: 'small' | 'medium' | 'large'
  role?: 'dialog' | 'alertdialog'
  /** Always as high as the screen, so that nothing jumps when the content changes. */
  tall?: boolean
  /** There is unsent text, so the dialog asks before it closes. */
  written?: boolean
  /** Only the buttons at the end close the dialog. */
  required?: boolean
}

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-4xl' }

/**
 * A native modal dialog, which keeps the focus inside and then returns it. On a phone it is a sheet at the bottom. The
 * heading gets the focus first, or the element marked `data-autofocus`.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, size = 'medium', role, tall, written = false, required } = props
  const titleId = useId()
  const ref = useModal(open)
  useAboveKeyboard(ref, open)
  const [isLeaving, setLeaving] = useState(false)
  // There is nothing to lose any more, or the dialog is closed.
  if (isLeaving && !(open && written)) setLeaving(false)
  const leave = () => {
    if (written) setLeaving(true)
    else if (!required) onClose()
  }
  const backdrop = useBackdropPress(leave)
  const actions = isLeaving ? (
    <DiscardQuestion onStay={() => setLeaving(false)} onLeave={onClose} />
  ) : (
    props.actions
  )
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      // In React, both events bubble up from a dialog inside this one.
      onClose={(event) => {
        if (event.target !== event.currentTarget) return
        // Some browsers close it at the second Escape, whatever we do.
        if (required && open) event.currentTarget.showModal()
        else onClose()
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
      {...backdrop}
      className={cx(
        'fixed inset-x-0 top-auto bottom-(--keyboard) m-0 max-h-[calc(92dvh-var(--keyboard))] w-full max-w-none overflow-hidden rounded-t-4xl bg-paper text-start text-ink ring-1 ring-line',
        'open:animate-sheet backdrop:animate-appear backdrop:bg-[#140a13]/60',
        'sm:petal sm:top-0 sm:m-auto sm:w-[calc(100%-3rem)] sm:px-0 sm:open:animate-arrive',
        widths[size],
        tall
          ? 'h-[calc(100dvh-0.5rem-var(--keyboard))] max-sm:max-h-none sm:h-[min(86dvh,100dvh-var(--keyboard))]'
          : 'sm:h-fit',
      )}
    >
      {open && (
        <div
          className={cx(
            'scroll-pt-18 scroll-pb-24 overflow-y-auto overscroll-contain',
            tall ? 'flex h-full flex-col' : 'max-h-[calc(92dvh-var(--keyboard))]',
          )}
        >
          <header className="sticky top-0 z-10 flex zoomed:static items-start justify-between gap-4 bg-paper px-6 pt-5 pb-1">
            <h2 id={titleId} tabIndex={-1} className="py-1.5 text-2xl">
              {title}
            </h2>
            {!required && <IconButton label="Close" icon={X} onClick={leave} className="-me-2.5" />}
          </header>
          <div className="flex-1 px-6 pt-1 pb-6">{children}</div>
          {actions && (
            <footer
              ref={dialogFoot}
              className="sticky bottom-0 z-10 flex flex-col-reverse zoomed:static gap-3 border-line border-t bg-surface px-6 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end"
            >
              {actions}
            </footer>
          )}
        </div>
      )}
    </dialog>
  )
}

/** Replaces the buttons, because a second dialog would cover the text that it is about. */
function DiscardQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const stay = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => stay.current?.focus(), [])
  return (
    <>
      <p role="alert" className="order-last my-auto me-auto font-semibold sm:order-none">
        What you wrote hasn’t been sent.
      </p>
      <Button tone="quiet" onClick={onLeave}>
        Discard
      </Button>
      <Button ref={stay} onClick={onStay}>
        Keep writing
      </Button>
    </>
  )
}

/**
 * A press on the dialog's backdrop. It must start and end there, because selecting text with the mouse may end outside of
 * the dialog.
 */
export function useBackdropPress(onPress: () => void) {
  const began = useRef(false)
  return {
    onPointerDown: ({ target, currentTarget }: PointerEvent) => {
      began.current = target === currentTarget
    },
    onClick: ({ target, currentTarget }: MouseEvent) => {
      if (began.current && target === currentTarget) onPress()
    },
  }
}

/** Opens and closes a modal `<dialog>`. Also closes it before it is unmounted, so that the focus returns. */
export function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('h2')
    first?.focus()
    const unregister = modalOpened(dialog)
    return () => {
      unregister()
      dialog.close()
    }
  }, [open])
  return ref
}

/**
 * iOS lays the keyboard over the page instead of making it smaller, so the dialog learns how much is covered. Elsewhere
 * nothing is (interactive-widget in index.html).
 */
function useAboveKeyboard(ref: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    const [view, dialog] = [window.visualViewport, ref.current]
    if (!open || !view || !dialog) return
    let covered = 0
    const measure = () => {
      // Zooming in shows only a part of the page too, without a keyboard.
      covered = view.scale < 1.05 ? Math.round(window.innerHeight - view.height - view.offsetTop) : 0
      dialog.style.setProperty('--keyboard', `${Math.max(0, covered)}px`)
    }
    const resized = new ResizeObserver(() => {
      if (covered > 0) dialog.querySelector(':focus')?.scrollIntoView({ block: 'center' })
    })
    resized.observe(dialog)
    const watch = new AbortController()
    for (const event of ['resize', 'scroll']) view.addEventListener(event, measure, { signal: watch.signal })
    return () => {
      watch.abort()
      resized.disconnect()
      dialog.style.removeProperty('--keyboard')
    }
  }, [ref, open])
}
