import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import Clock from 'lucide-react/icons/clock'
import { cx } from '../../ui/cx'
import { VisuallyHidden } from '../../ui/VisuallyHidden'

const states = {
  pending: { icon: Clock, words: 'Sending' },
  sent: { icon: Check, words: 'Sent' },
  read: { icon: CheckCheck, words: 'Read' },
} as const

/** What became of a message of one's own: on its way, one check, or two once it was read. */
export function ReadReceipt({ state, className }: { state: keyof typeof states; className?: string }) {
  const { icon: Icon, words } = states[state]
  return (
    <span className={cx('inline-flex shrink-0', className)}>
      <Icon aria-hidden="true" strokeWidth={2.5} className="size-4" />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}
