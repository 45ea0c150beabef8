import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { cx } from './cx'
import { IconButton } from './IconButton'

type DialogProps = {
  open: boolean
  /** Asked by Escape, the close button and a click beside the dialog. The caller then sets `open` to false. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The buttons at the end. */
  actions?: ReactNode
  size?: 'small' | 'medium' | 'large'
  role?: 'dialog' | 'alertdialog'
  /** As high as the screen whatever it holds, so that nothing jumps while its content changes. */
  tall?: boolean
}

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-4xl' }

/**
 * The browser's modal dialog: it keeps the focus inside and gives it back. On a phone it is a sheet within the
 * thumb's reach. The heading takes the focus first, or the element marked `data-autofocus`.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  size = 'medium',
  role,
  tall,
}: DialogProps) {
  const titleId = useId()
  const ref = useModal(open)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which the browser handles.
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      // React lets both rise from a dialog inside this one.
      onClose={(event) => event.target === event.currentTarget && onClose()}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      className={cx(
        'fixed inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none overflow-hidden rounded-t-4xl bg-paper text-ink',
        'open:animate-sheet backdrop:animate-appear backdrop:bg-[#140a13]/60',
        'sm:petal sm:top-0 sm:m-auto sm:w-[calc(100%-3rem)] sm:open:animate-arrive',
        widths[size],
        tall ? 'h-[calc(100dvh-0.5rem)] max-sm:max-h-none sm:h-[86dvh]' : 'sm:h-fit',
      )}
    >
      {open && (
        <div
          className={cx(
            'overflow-y-auto overscroll-contain',
            tall ? 'flex h-full flex-col' : 'max-h-[92dvh]',
          )}
        >
          <header className="sticky top-0 z-10 flex items-start justify-between gap-4 bg-paper px-6 pt-5 pb-1">
            <h2 id={titleId} tabIndex={-1} className="py-1.5 text-2xl">
              {title}
            </h2>
            <IconButton label="Close" icon={X} onClick={onClose} className="-me-2.5" />
          </header>
          <div className="flex-1 px-6 pt-1 pb-6">{children}</div>
          {actions && (
            <footer className="sticky bottom-0 z-10 flex flex-col-reverse gap-3 border-line border-t bg-surface px-6 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end">
              {actions}
            </footer>
          )}
        </div>
      )}
    </dialog>
  )
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
    return () => dialog.close()
  }, [open])
  return ref
}
