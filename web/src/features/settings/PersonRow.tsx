import type { ReactNode } from 'react'
import { Button } from '../../ui/Button'
import { Avatar } from '../../ui/member/Avatar'

type PersonRowProps = {
  name: string
  note: ReactNode
  /** What can be taken back. */
  action: string
  /** The action with the person's name, for those who hear the button alone. */
  actionLabel: string
  pending: boolean
  onAction: () => void
}

/** Somebody on one of the member's own lists, and the way off it. */
export function PersonRow({ name, note, action, actionLabel, pending, onAction }: PersonRowProps) {
  return (
    <li className="petal-md flex flex-wrap items-center gap-x-4 gap-y-2 bg-sunken px-5 py-3.5">
      <Avatar name={name} photo={null} />
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold">{name}</p>
        <p className="text-muted text-sm">{note}</p>
      </div>
      <Button tone="quiet" pending={pending} onClick={onAction} aria-label={actionLabel}>
        {action}
      </Button>
    </li>
  )
}
