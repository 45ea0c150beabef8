import { type ListFilter, lists, PAGE_SIZE } from '@rosella/contract/browse/rules'
import { sentences } from '@rosella/contract/sentences'
import { ArrowUp, Bird } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Reply } from '../../platform/api'
import { useLive } from '../../platform/live'
import { useTitle } from '../../platform/title'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { MemberCardSkeleton } from '../../ui/MemberCard'
import { Pager } from '../../ui/Pager'
import { Tabs } from '../../ui/Tabs'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { emptyWords } from './empty-words'
import { FavouriteCard } from './FavouriteCard'
import { ListCard } from './ListCard'
import { groupOf } from './tabs'
import { useMemberList } from './use-member-list'

const grid = 'grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-3 sm:gap-x-6 lg:grid-cols-4'

/** As many as a screen shows at once: two rows of two on a phone, of four elsewhere. */
const seenFirst = (): number => (window.matchMedia('(width < 40rem)').matches ? 4 : 8)

/** One screen for every list of members; the filter is named after the route. */
export function ListScreen({ filter }: { filter: ListFilter }) {
  const [search] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(search.get('p'))) || 1)
  const { title } = lists[filter]
  const newLikes = useLive((live) => live.topNavAlerts.likes_received)
  const list = useMemberList(filter, page)
  const [hasJustCome] = useState(list.isPending || list.isPreloaded)
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  const group = groupOf(filter)
  const tabs = group.tabs.map(({ filter: its, to, label }) => ({
    to,
    label,
    ...(its === 'likes-received' ? { count: newLikes, countLabel: 'new likes' } : {}),
  }))

  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-6 px-4 py-6 max-sm:gap-3 max-sm:pt-2 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {/* On a phone the marked tab is the heading to the eye. */}
        <h1 ref={heading} tabIndex={-1} className="text-4xl max-sm:sr-only">
          {title}
        </h1>
        <Tabs label={group.label} tabs={tabs} />
      </div>
      {list.isError && (
        <Alert
          action={
            <Button tone="quiet" onClick={() => void list.refetch()} pending={list.isFetching}>
              Try again
            </Button>
          }
        >
          {list.error.message}
        </Alert>
      )}
      {list.isPending && (
        <div className={grid}>
          <VisuallyHidden>{sentences.loading}</VisuallyHidden>
          {Array.from({ length: PAGE_SIZE / 2 }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place.
            <MemberCardSkeleton key={place} />
          ))}
        </div>
      )}
      {list.data?.users.length === 0 && (
        <EmptyState
          title={sentences.noUsers}
          icon={Bird}
          action={filter === 'recent' ? undefined : <ButtonLink to="/">Browse members</ButtonLink>}
        >
          {emptyWords[filter]}
        </EmptyState>
      )}
      {list.isMoved && (
        <ShowNewest
          onShow={() => {
            list.showNewest()
            heading.current?.focus({ preventScroll: true })
            window.scrollTo(0, 0)
          }}
        />
      )}
      {list.data && (
        <Members
          filter={filter}
          page={page}
          list={list.data}
          isOld={list.isPlaceholderData}
          gradually={hasJustCome}
        />
      )}
    </div>
  )
}

/** Hangs over the cards, so that nothing moves when it comes, and stays in sight. */
function ShowNewest({ onShow }: { onShow: () => void }) {
  return (
    <div className="sticky top-[calc(var(--top-bar)+0.75rem)] z-5 -mb-6 grid h-0 animate-appear justify-items-center">
      <Button tone="quiet" icon={ArrowUp} onClick={onShow} className="h-fit shadow-menu">
        Show newest
      </Button>
    </div>
  )
}

type MembersProps = {
  filter: ListFilter
  page: number
  list: Reply<'GET /api/users'>
  /** Of the page before, until this one has come. */
  isOld: boolean
  /** They have just come: what is seen first is drawn first. What was there before is there at once, in its place. */
  gradually: boolean
}

function Members({ filter, page, list, isOld, gradually }: MembersProps) {
  const { users, ago, pages } = list
  const count = useDeferredValue(users.length, gradually ? seenFirst() : users.length)
  const Card = filter === 'favorites' ? FavouriteCard : ListCard
  const { pathname, search } = useLocation()
  const position = {
    path: pathname + search,
    title: lists[filter].title,
    hashes: users.map(({ url_hash }) => url_hash),
  }
  return (
    <>
      {users.length > 0 && (
        <ul className={grid} aria-busy={isOld}>
          {users.slice(0, count).map((member, place) => (
            <li key={member.id}>
              <Card member={member} ago={ago} eager={place < 4} list={position} />
            </li>
          ))}
        </ul>
      )}
      {count >= users.length && (
        <div className="mt-auto pt-4">
          <Pager page={Math.min(page, Math.max(1, pages))} pages={pages} hrefFor={(n) => `?p=${n}`} />
        </div>
      )}
    </>
  )
}
