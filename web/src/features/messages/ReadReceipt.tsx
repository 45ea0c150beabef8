import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import Clock from 'lucide-react/icons/clock'
import { cx } from '../../ui/cx'
import { VisuallyHidden } from '../../ui/VisuallyHidden'

const states = {
  pending: { icon: Clock, label: 'Sending' },
  sent: { icon: Check, label: 'Sent' },
  read: { icon: CheckCheck, label: 'Read' },
} as const

/** The state of the member's own message: a clock while sending, one check when sent, two when read. */
export function ReadReceipt({ state, className }: { state: keyof typeof states; className?: string }) {
  const { icon: Icon, label } = states[state]
  return (
    <span className={cx('inline-flex shrink-0', className)}>
      <Icon aria-hidden="true" strokeWidth={2.5} className="size-4" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
