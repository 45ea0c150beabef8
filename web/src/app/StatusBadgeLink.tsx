import type { SessionRecord } from '@rosella/contract/access/shapes'
import { Crown, EyeOff, ImageOff } from 'lucide-react'
import { Link } from 'react-router'
import { useClockLabel } from '../platform/clock'
import { Tag } from '../ui/Tag'
import { Tooltip } from '../ui/Tooltip'
import { statusBadge } from './status-badge'

/** Beside letters of twice the size only the icon has room. */
const words = 'max-[18rem]:sr-only'

/** Restricted, Stealth Mode or Premium, whichever comes first. */
export function StatusBadgeLink({ session }: { session: SessionRecord }) {
  const minute = useClockLabel((now) => Math.floor(now / 60_000))
  const badge = statusBadge(session, minute * 60)
  switch (badge?.kind) {
    case 'Restricted':
      return (
        <Tooltip text={badge.tooltip}>
          <Link to={badge.to} className="petal-sm flex min-h-11 items-center">
            <Tag tone="danger" icon={ImageOff}>
              <span className={words}>Restricted</span>
            </Tag>
          </Link>
        </Tooltip>
      )
    case 'Stealth Mode':
      return (
        <Link to={badge.to} className="petal-sm flex min-h-11 items-center">
          <Tag tone="ink" icon={EyeOff}>
            <span className={words}>Stealth Mode</span>
          </Tag>
        </Link>
      )
    case 'Premium':
      return (
        <Tag tone="wattle" icon={Crown}>
          <span className={words}>Premium</span>
        </Tag>
      )
  }
  return null
}
