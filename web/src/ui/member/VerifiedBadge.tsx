import BadgeCheck from 'lucide-react/icons/badge-check'
import { verifiedOn } from '../../format/verified-on'
import { Tooltip } from '../overlays/Tooltip'
import { Tag } from '../Tag'

/** On hover, touch or focus, explains who compared the photos and when. */
export function VerifiedBadge({ ts }: { ts: number | null }) {
  if (ts === null) return null
  return (
    <Tooltip text={verifiedOn(ts)}>
      <button type="button" className="petal-sm inline-flex min-h-11 items-center">
        <Tag tone="gum" icon={BadgeCheck}>
          Verified
        </Tag>
      </button>
    </Tooltip>
  )
}
