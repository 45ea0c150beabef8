import { sentences } from '@rosella/contract/sentences'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/Button'
import { Avatar } from '../../ui/member/Avatar'
import { Pager } from '../../ui/Pager'
import { Skeleton } from '../../ui/Skeleton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'

type PersonRowProps = {
  name: string
  note: ReactNode
  action: string
  /** The action with the person's name, for screen readers. */
  actionLabel: string
  pending: boolean
  onAction: () => void
}

/** A person on one of the member's own lists, with a button to remove them. */
export function PersonRow({ name, note, action, actionLabel, pending, onAction }: PersonRowProps) {
  return (
    <li className="petal-md flex flex-wrap items-center gap-x-4 gap-y-2 bg-sunken px-4 py-3.5 sm:px-5">
      {/* On a phone, so that the button fits beside the name. */}
      <span className="max-sm:hidden">
        <Avatar name={name} photo={null} />
      </span>
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold">
          <bdi>{name}</bdi>
        </p>
        <p className="text-muted text-sm">{note}</p>
      </div>
      <Button tone="quiet" pending={pending} onClick={onAction} aria-label={actionLabel}>
        {action}
      </Button>
    </li>
  )
}

/** While a page of the list loads. */
export const PeopleSkeleton = () => (
  <div className="grid gap-3">
    <VisuallyHidden>{sentences.loading}</VisuallyHidden>
    <Skeleton className="petal-md h-19" />
  </div>
)

/** The page of a list of people, from the address. */
export function usePageNumber(): number {
  const [search] = useSearchParams()
  return Math.max(1, Math.floor(Number(search.get('p'))) || 1)
}

type PeoplePagerProps = { page: number; pages: number; section: string }

export const PeoplePager = ({ page, pages, section }: PeoplePagerProps) => (
  <Pager page={Math.min(page, Math.max(1, pages))} pages={pages} hrefFor={(n) => `?p=${n}#${section}`} />
)
