import type { ReactNode } from 'react'
import { Alert } from '../Alert'
import { Button } from '../Button'
import { Dialog } from './Dialog'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'ink' | 'danger' | 'affection'
  pending?: boolean
  error?: ReactNode
  /** See Dialog. */
  written?: boolean
}

/** Asks before something that is hard to undo. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    onConfirm,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    tone,
    pending,
    error,
    written,
  } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="small"
      role="alertdialog"
      written={written}
      actions={
        <>
          <Button tone="quiet" onClick={onClose} data-autofocus>
            {cancelLabel}
          </Button>
          <Button tone={tone ?? 'danger'} onClick={onConfirm} pending={pending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div>{children}</div>
        {error && <Alert>{error}</Alert>}
      </div>
    </Dialog>
  )
}
