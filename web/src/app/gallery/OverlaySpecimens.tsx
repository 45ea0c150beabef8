import { Ban, CircleUser, EllipsisVertical, Flag, Image, LogOut, Pencil, Settings, Video } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/Avatar'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { Menu } from '../../ui/Menu'
import { Popover } from '../../ui/Popover'
import { Toast, ToastRegion, type ToastType } from '../../ui/Toast'
import { Tooltip } from '../../ui/Tooltip'
import mia from './photos/mia.svg'
import { Chapter, Specimen } from './Specimen'

const toastWords: Record<ToastType, string> = {
  info: 'Verification email sent!',
  success: 'New password saved successfully.',
  danger: 'Something went wrong. Please try again later.',
  affection: 'Mia likes you',
  attention: 'A tip: a third photo makes you easier to find.',
}

export function OverlaySpecimens() {
  const [dialog, setDialog] = useState<'form' | 'confirm' | null>(null)
  const [toasts, setToasts] = useState<ToastType[]>([])
  const close = () => setDialog(null)
  return (
    <Chapter title="Overlays">
      <div className="grid gap-8 md:grid-cols-2">
        <Specimen name="Dialog, ConfirmDialog">
          <div className="flex flex-wrap gap-3">
            <Button tone="quiet" onClick={() => setDialog('form')}>
              Open dialog
            </Button>
            <Button tone="quiet" onClick={() => setDialog('confirm')}>
              Open confirm
            </Button>
          </div>
        </Specimen>
        <Specimen name="Menu, Popover, Tooltip">
          <div className="flex flex-wrap items-center gap-4">
            <Menu
              label="Your account"
              placement="below-start"
              items={[
                { label: 'Profile', icon: CircleUser, to: '/gallery' },
                { label: 'Edit', icon: Pencil, to: '/gallery' },
                { label: 'Photos', icon: Image, to: '/gallery' },
                { label: 'Videos', icon: Video, disabled: true, onSelect: close },
                { label: 'Settings', icon: Settings, to: '/gallery' },
                'separator',
                { label: 'Log out', icon: LogOut, onSelect: close },
              ]}
            >
              <Avatar name="Mia" photo={mia} />
            </Menu>
            <Menu
              label="Report or block"
              className="size-11 place-items-center hover:bg-sunken"
              placement="below-start"
              items={[
                {
                  label: 'Report user',
                  hint: 'Our team has a look. They are not told.',
                  icon: Flag,
                  onSelect: close,
                },
                {
                  label: 'Block user',
                  hint: 'You no longer see each other.',
                  icon: Ban,
                  tone: 'danger',
                  onSelect: close,
                },
              ]}
            >
              <EllipsisVertical aria-hidden="true" />
            </Menu>
            <Popover label="Why we ask">
              Your birth month and year place you on the right lists. Only your age is shown.
            </Popover>
            <Tooltip text="Reduced visibility due to insufficient photos">
              <Button tone="quiet">Restricted</Button>
            </Tooltip>
          </div>
        </Specimen>
      </div>
      <Specimen name="Toast">
        <div className="flex flex-wrap gap-3">
          {(Object.keys(toastWords) as ToastType[]).map((type) => (
            <Button key={type} tone="quiet" onClick={() => setToasts([...new Set([...toasts, type])])}>
              {type}
            </Button>
          ))}
        </div>
        <ToastRegion>
          {toasts.map((type) => (
            <Toast
              key={type}
              type={type}
              to={type === 'affection' ? '/gallery?mia' : undefined}
              picture={type === 'affection' ? <Avatar name="Mia" photo={mia} size="small" /> : undefined}
              onClose={() => setToasts(toasts.filter((other) => other !== type))}
            >
              {toastWords[type]}
            </Toast>
          ))}
        </ToastRegion>
      </Specimen>
      <Dialog
        open={dialog === 'form'}
        onClose={close}
        title="Change first name"
        actions={
          <>
            <Button tone="quiet" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Save</Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p>Your new name appears everywhere at once, also in chats you already have.</p>
          <Field label="New first name" name="name" />
        </div>
      </Dialog>
      <ConfirmDialog
        open={dialog === 'confirm'}
        onClose={close}
        onConfirm={close}
        title="Block user?"
        confirmLabel="Block user"
      >
        You will no longer see each other, and Mia will not be told.
      </ConfirmDialog>
    </Chapter>
  )
}
