import { type ListFilter, lists, PAGE_SIZE } from '@rosella/contract/browse/rules'
import { clientMessage } from '@rosella/contract/client-problems'
import { sentences } from '@rosella/contract/sentences'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Bird from 'lucide-react/icons/bird'
import { type ComponentType, useDeferredValue, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { call, type Reply, serverMessageOr } from '../../platform/api'
import { dropFavourite, useDecisions, useSendOnLeave } from '../../platform/gestures/pending'
import { useLive } from '../../platform/live/live'
import { usePreloaded } from '../../platform/preloaded'
import { queryKeys } from '../../platform/query-keys'
import { useTitle } from '../../platform/title'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { MemberCardSkeleton } from '../../ui/member/MemberCard'
import { Pager } from '../../ui/Pager'
import { Tabs } from '../../ui/Tabs'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { ListCard, type ListCardProps } from './ListCard'
import { ShowNewest } from './ShowNewest'
import { LIST_CACHE_MS, useStableOrder } from './stable-order'
import { groupOf } from './tabs'

/** The line under 'No users found'. */
export const emptyListText: Record<ListFilter, string> = {
  recent: 'Nobody matches your preferences right now. Check back soon. New people join every day.',
  newest: 'Nobody new matches your preferences yet. Check back soon.',
  favorites: 'Star someone on their profile, and you’ll find them here.',
  'likes-received': 'Nobody has liked you yet. A full profile with good photos helps.',
  matched: 'People appear here when you like each other.',
  'likes-sent': 'People you like appear here.',
  'roses-received': 'Roses sent to you appear here.',
  'roses-sent': 'Send someone a rose from their profile. You can send each person one a day.',
  'viewed-me': 'Nobody has looked at your profile yet.',
  viewed: 'People whose profile you open appear here.',
}

type FavouriteCardProps = ListCardProps & { onRemoved: (id: number) => void }

/** A card with a Remove button. */
export function FavouriteCard({ onRemoved, ...props }: FavouriteCardProps) {
  'use no memo'
  const button = useRef<HTMLButtonElement>(null)
  const { id } = props.member
  const remove = useRemoveFavourite(id, () => {
    focusNeighbour(button.current)
    onRemoved(id)
  })
  return (
    <ListCard
      {...props}
      dimmed={remove.isPending}
      action={
        <Button
          ref={button}
          data-remove
          tone="quiet"
          onClick={() => remove.mutate()}
          pending={remove.isPending}
        >
          Remove
        </Button>
      }
    />
  )
}

/** The card is dimmed while the request runs and removed when it succeeds. */
function useRemoveFavourite(id: number, onRemove: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/user-action', { action: 'unfav', recipient_id: id }),
    onSuccess: () => {
      onRemove()
      dropFavourite(id)
      void cache.invalidateQueries({ queryKey: queryKeys.memberLists })
    },
    onError: (error) => showToast('danger', serverMessageOr(error, clientMessage('generic'))),
  })
}

/** Moves keyboard focus to the next Remove button, or to the heading after the last one. */
function focusNeighbour(button: HTMLButtonElement | null): void {
  if (button === null || button !== document.activeElement) return
  const item = button.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const heading = document.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  ;(neighbour?.querySelector<HTMLElement>('[data-remove]') ?? heading)?.focus({ preventScroll: true })
}

/** One page of a list, which keeps its order while it is on screen. */
export function useMemberList(filter: ListFilter, page: number) {
  const queryKey = queryKeys.memberList(filter, page)
  const isPreloaded = usePreloaded('GET /api/users', { filter, p: page }, queryKey)
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/users', { filter, p: page }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: LIST_CACHE_MS,
  })
  const { data, moved, drop, showNewest } = useStableOrder(list, queryKey)
  return { ...list, isPreloaded, data, isMoved: moved !== undefined, drop, showNewest }
}

const grid = 'grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-3 sm:gap-x-6 lg:grid-cols-4'

/** The cards in the first screenful: two rows of two on a phone, of four elsewhere. */
const firstScreenful = (): number => (window.matchMedia('(width < 40rem)').matches ? 4 : 8)

/** One screen for all lists of members. Each filter has the name of its route. */
export function ListScreen({ filter }: { filter: ListFilter }) {
  const [search] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(search.get('p'))) || 1)
  const { title } = lists[filter]
  const newLikes = useLive((live) => live.topNavAlerts.likes_received)
  const list = useMemberList(filter, page)
  const [isNewlyLoaded] = useState(list.isPending || list.isPreloaded)
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useSendOnLeave()
  const group = groupOf(filter)
  const tabs = group.tabs.map(({ filter: its, to, label }) => ({
    to,
    label,
    ...(its === 'likes-received' ? { count: newLikes, countLabel: 'new likes' } : {}),
  }))

  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-6 px-4 py-6 max-sm:gap-3 max-sm:pt-2 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {/* On a phone the current tab serves as the visible heading. */}
        <h1 ref={heading} tabIndex={-1} className="text-4xl max-sm:sr-only">
          {title}
        </h1>
        <Tabs label={group.label} tabs={tabs} fit={tabs.length > 4} />
      </div>
      {/* A refetch that fails leaves the cards as they are, because an alert would move them. */}
      {list.isError && !list.data && (
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
      {(list.isPending || list.isPlaceholderData) && <CardSkeletons />}
      {list.data?.users.length === 0 && !list.isPlaceholderData && (
        <EmptyState
          title={sentences.noUsers}
          icon={Bird}
          action={filter === 'recent' ? undefined : <ButtonLink to="/">Browse members</ButtonLink>}
        >
          {emptyListText[filter]}
        </EmptyState>
      )}
      {list.isMoved && <ShowNewest heading={heading} onShow={list.showNewest} />}
      {list.data && (
        <Members
          filter={filter}
          page={page}
          list={list.data}
          isOld={list.isPlaceholderData}
          gradually={isNewlyLoaded}
          onRemoved={list.drop}
        />
      )}
    </div>
  )
}

function CardSkeletons() {
  return (
    <div className={grid}>
      <VisuallyHidden>{sentences.loading}</VisuallyHidden>
      {Array.from({ length: PAGE_SIZE / 2 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other key.
        <MemberCardSkeleton key={place} />
      ))}
    </div>
  )
}

type MembersProps = {
  filter: ListFilter
  page: number
  list: Reply<'GET /api/users'>
  /** The list is the previous page, because this one is still loading: of it, only the number of pages is shown. */
  isOld: boolean
  /** Draw the first screenful first. Only for newly loaded lists; a cached list is drawn whole, to restore its scroll. */
  gradually: boolean
  onRemoved: (id: number) => void
}

function Members({ filter, page, list, isOld, gradually, onRemoved }: MembersProps) {
  const { ago, pages } = list
  const decisions = useDecisions()
  // The list may be older than a pass on a profile. Lists of existing relations still show that person.
  const isBrowse = filter === 'recent' || filter === 'newest'
  const users = isBrowse
    ? list.users.filter(({ id }) => decisions.get(id)?.action !== 'not-interested')
    : list.users
  const count = useDeferredValue(users.length, gradually ? firstScreenful() : users.length)
  const { pathname, search } = useLocation()
  const Card: ComponentType<FavouriteCardProps> = filter === 'favorites' ? FavouriteCard : ListCard
  const position = {
    path: pathname + search,
    title: lists[filter].title,
    hashes: users.map(({ url_hash }) => url_hash),
  }
  return (
    <>
      {users.length > 0 && !isOld && (
        <ul className={grid} aria-busy={false}>
          {users.slice(0, count).map((member, place) => (
            <li key={member.id}>
              <Card member={member} ago={ago} eager={place < 4} list={position} onRemoved={onRemoved} />
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
