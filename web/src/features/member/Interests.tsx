import { tagLabel } from '@rosella/contract/profile/lists'
import { Check } from 'lucide-react'
import { cx } from '../../ui/cx'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { sharedFirst } from './shared-first'

/** Interests as chips; those that both have come first and are marked. */
export function Interests({ tags, shared }: { tags: string[]; shared: string[] }) {
  return (
    <ul className="mb-2 flex flex-wrap gap-2">
      {sharedFirst(tags, shared).map(({ tag, isShared }) => (
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
