import X from 'lucide-react/icons/x'
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
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
  /** Asked by Escape, the close button and a press beside the dialog. The caller then sets `open` to false. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The buttons at the end. */
  actions?: ReactNode
  size?: 'small' | 'medium' | 'large'
  role?: 'dialog' | 'alertdialog'
  /** As high as the screen whatever it holds, so that nothing jumps while its content changes. */
  tall?: boolean
  /** Something was written that goes with the dialog: it does not close by a slip, but asks first. */
  written?: boolean
}

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-4xl' }

/**
 * The browser's modal dialog: it keeps the focus inside and gives it back. On a phone it is a sheet within the
 * thumb's reach. The heading takes the focus first, or the element marked `data-autofocus`.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, size = 'medium', role, tall, written = false } = props
  const titleId = useId()
  const ref = useModal(open)
  const [isLeaving, setLeaving] = useState(false)
  // Nothing is left to be lost, or it is closed.
  if (isLeaving && !(open && written)) setLeaving(false)
  const leave = () => (written ? setLeaving(true) : onClose())
  const beside = useBesidePress(leave)
  const actions = isLeaving ? <Leaving onStay={() => setLeaving(false)} onLeave={onClose} /> : props.actions
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      // React lets both rise from a dialog inside this one.
      onClose={(event) => event.target === event.currentTarget && onClose()}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
      {...beside}
      className={cx(
        'fixed inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none overflow-hidden rounded-t-4xl bg-paper text-ink ring-1 ring-line',
        'open:animate-sheet backdrop:animate-appear backdrop:bg-[#140a13]/60',
        'sm:petal sm:top-0 sm:m-auto sm:w-[calc(100%-3rem)] sm:open:animate-arrive',
        widths[size],
        tall ? 'h-[calc(100dvh-0.5rem)] max-sm:max-h-none sm:h-[86dvh]' : 'sm:h-fit',
      )}
    >
      {open && (
        <div
          className={cx(
            'scroll-pt-18 scroll-pb-24 overflow-y-auto overscroll-contain',
            tall ? 'flex h-full flex-col' : 'max-h-[92dvh]',
          )}
        >
          <header className="sticky top-0 z-10 flex items-start justify-between gap-4 bg-paper px-6 pt-5 pb-1">
            <h2 id={titleId} tabIndex={-1} className="py-1.5 text-2xl">
              {title}
            </h2>
            <IconButton label="Close" icon={X} onClick={leave} className="-me-2.5" />
          </header>
          <div className="flex-1 px-6 pt-1 pb-6">{children}</div>
          {actions && (
            <footer
              ref={dialogFoot}
              className="sticky bottom-0 z-10 flex flex-col-reverse gap-3 border-line border-t bg-surface px-6 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end"
            >
              {actions}
            </footer>
          )}
        </div>
      )}
    </dialog>
  )
}

/** In place of the buttons, because a second dialog above the first would hide what it is about. */
function Leaving({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const stay = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => stay.current?.focus(), [])
  return (
    <>
      <p role="alert" className="order-last my-auto me-auto font-semibold sm:order-none">
        What you wrote has not been sent.
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
 * A press beside the dialog, on its backdrop. Both its ends count: who selects text with the mouse and lets go outside
 * has not asked to close.
 */
export function useBesidePress(onPress: () => void) {
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

/** Opens and closes a modal `<dialog>` with `open`, and closes it before it leaves the page so the focus returns. */
export function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('h2')
    first?.focus()
    const forget = modalOpened(dialog)
    return () => {
      forget()
      dialog.close()
    }
  }, [open])
  return ref
}
