import ArrowLeft from 'lucide-react/icons/arrow-left'
import Minimize2 from 'lucide-react/icons/minimize-2'
import { type ReactNode, type RefObject, useEffect, useId } from 'react'
import type { ChatTarget } from '../../platform/chat-target'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import { useModal } from '../../ui/overlays/Dialog'
import { ChatTitle } from './ChatTitle'

interface FullScreenProps {
  open: boolean
  onClose: () => void
  target: ChatTarget
  children: ReactNode
}

/** The conversation in the whole window. Escape and Back return to the previous screen. */
export function FullScreen({ open, onClose, target, children }: FullScreenProps) {
  const titleId = useId()
  const ref = useModal(open)
  useKeyboardRoom(ref, open)
  const isScreen = target.place === 'screen'
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      // Ignores dialogs inside it. Also called after it has closed.
      onClose={(event) => open && event.target === event.currentTarget && onClose()}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      className="fixed inset-x-0 top-0 m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-paper text-ink"
    >
      {open && (
        <div className="mx-auto flex h-full max-w-[720px] flex-col border-line bg-sunken md:border-x">
          <header
            className={cx(
              'flex items-center gap-3 border-line border-b py-2 pe-2 sm:px-4',
              isScreen ? 'ps-2' : 'ps-3',
            )}
          >
            {isScreen && <IconButton label="Back" icon={ArrowLeft} onClick={onClose} className="-me-2" />}
            <ChatTitle target={target} titleId={titleId} isLink={isScreen} />
            {!isScreen && <IconButton label="Leave full screen" icon={Minimize2} onClick={onClose} />}
            {target.menu}
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}

/**
 * Fits the dialog above the on-screen keyboard where the browser (iOS) does not shrink the page. Not while zoomed in,
 * because then the visible part is smaller on purpose.
 */
function useKeyboardRoom(ref: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useEffect(() => {
    const [view, dialog] = [window.visualViewport, ref.current]
    if (!open || !view || !dialog) return
    const fit = () => {
      const isCovered = view.scale < 1.05 && view.height < window.innerHeight - 1
      dialog.style.height = isCovered ? `${view.height}px` : ''
      dialog.style.top = isCovered ? `${view.offsetTop}px` : ''
    }
    fit()
    const watch = new AbortController()
    for (const event of ['resize', 'scroll']) view.addEventListener(event, fit, { signal: watch.signal })
    return () => watch.abort()
  }, [ref, open])
}
