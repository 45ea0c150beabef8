import type { LucideIcon } from 'lucide-react'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { cx } from '../cx'
import { IconButton } from '../IconButton'

const tones = {
  plain: 'bg-sunken text-ink',
  wattle: 'bg-wattle-soft text-on-wattle-soft',
  waratah: 'bg-waratah-soft text-on-waratah-soft',
}

type BannerProps = {
  tone?: keyof typeof tones
  icon?: LucideIcon
  children: ReactNode
  action?: ReactNode
  onClose?: () => void
}

/** A message in the page that is not urgent. Wrap it in a Collapse to animate it. */
export function Banner({ tone = 'plain', icon: Icon = Info, children, action, onClose }: BannerProps) {
  return (
    <div className={cx('petal-md flex gap-x-4 px-5 py-3 max-[18rem]:px-4', tones[tone])}>
      <Icon aria-hidden="true" className="my-2.5 size-6 shrink-0 max-[18rem]:hidden" />
      {/* On a phone, the action is below the text. The close button is always in the corner. */}
      <div className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-48 py-1.5">{children}</div>
        {action}
      </div>
      {onClose && <IconButton label="Close" icon={X} onClick={onClose} className="-me-3 text-inherit!" />}
    </div>
  )
}
