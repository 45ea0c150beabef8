import { tagLabel } from '@rosella/contract/profile/tags'
import { Check } from 'lucide-react'
import { useOwnFacts } from '../../platform/own-facts'
import { cx } from '../../ui/cx'
import { Skeleton } from '../../ui/Skeleton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { sharedFirst } from './shared-first'

/** Interests as chips; those that both have come first and are marked. */
export function Interests({ tags }: { tags: string[] }) {
  const own = useOwnFacts()
  // Only then is their order known.
  if (own.isPending) return <Skeleton className="petal-sm mb-2 h-8" />
  return (
    <ul className="mb-2 flex flex-wrap gap-2">
      {sharedFirst(tags, own.data?.tags ?? []).map(({ tag, isShared }) => (
        <li
          key={tag}
          className={cx(
            'petal-sm inline-flex min-h-8 items-center gap-1.5 px-3 font-semibold text-sm',
            isShared ? 'bg-wattle-soft text-on-wattle-soft' : 'bg-sunken text-ink',
          )}
        >
          {isShared && <Check aria-hidden="true" strokeWidth={3} className="-ms-0.5 size-3.5" />}
          {tagLabel(tag)}
          {isShared && <VisuallyHidden> (you too)</VisuallyHidden>}
        </li>
      ))}
    </ul>
  )
}
