import { DIFFERENT_LABEL, FOR_YOU_TITLE, PICKS_A_DAY } from '@rosella/contract/browse/rules'
import type { SuggestedCard } from '@rosella/contract/browse/shapes'
import { sentences } from '@rosella/contract/sentences'
import { useQuery } from '@tanstack/react-query'
import Sparkles from 'lucide-react/icons/sparkles'
import { Link } from 'react-router'
import { call } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { useTitle } from '../../platform/title'
import { useSettings } from '../../platform/user-settings'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { MemberCardSkeleton } from '../../ui/member/MemberCard'
import { Tabs } from '../../ui/Tabs'
import { Tag } from '../../ui/Tag'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { ListCard } from './ListCard'
import { groupOf } from './tabs'

const browse = groupOf('recent')
// One column when text is large, because half a phone's width has no room for reasons.
const grid =
  'grid grid-cols-2 gap-x-4 gap-y-8 max-[16rem]:grid-cols-1 sm:grid-cols-3 sm:gap-x-6 lg:grid-cols-4'

/** Today's suggestions, each with its reasons. */
export function ForYouScreen() {
  useTitle(FOR_YOU_TITLE)
  const list = useQuery({
    queryKey: queryKeys.forYou,
    queryFn: ({ signal }) => call('GET /api/for-you', {}, { signal }),
  })
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-6 px-4 py-6 max-sm:gap-3 max-sm:pt-2 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {/* On a phone the current tab serves as the visible heading. */}
        <h1 className="text-4xl max-sm:sr-only">{FOR_YOU_TITLE}</h1>
        <Tabs label={browse.label} tabs={browse.tabs.map(({ to, label }) => ({ to, label }))} />
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
          {Array.from({ length: PICKS_A_DAY - 2 }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other key.
            <MemberCardSkeleton key={place} />
          ))}
        </div>
      )}
      {list.data?.users.length === 0 && <NoSuggestions />}
      {list.data && list.data.users.length > 0 && (
        <>
          <p className="text-muted">
            These are for today. New ones arrive tomorrow. <HowItWorks />
          </p>
          <Suggestions users={list.data.users} ago={list.data.ago} />
        </>
      )}
    </div>
  )
}

const HowItWorks = () => (
  <Link to="/how-it-works" className="inline-flex min-h-11 items-center font-semibold text-ink underline">
    How it works
  </Link>
)

function Suggestions({ users, ago }: { users: SuggestedCard[]; ago: string }) {
  const list = { path: '/for-you', title: FOR_YOU_TITLE, hashes: users.map(({ url_hash }) => url_hash) }
  return (
    <ul className={grid}>
      {users.map((member, place) => (
        <li key={member.id} className="flex flex-col gap-2">
          <ListCard member={member} ago={ago} eager={place < 4} list={list} />
          <div className="flex flex-col items-start gap-1.5 px-1">
            {member.different && <Tag tone="wattle">{DIFFERENT_LABEL}</Tag>}
            <ul aria-label={`Why ${member.username}`} className="grid gap-0.5 text-sm leading-5">
              {member.reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** There are no suggestions today, or the member has switched them off or paused. */
function NoSuggestions() {
  const settings = useSettings()
  const own = settings.data?.u
  if (own?.no_suggestions || own?.paused) {
    const [text, to, label] = own.no_suggestions
      ? [
          'You’ve switched suggestions off, so we don’t suggest you to others either.',
          '/settings#preferences',
          'Preferences',
        ]
      : ['Your profile is paused, so there are no suggestions.', '/settings#account-status', 'Account status']
    return (
      <EmptyState title="No suggestions" icon={Sparkles} action={<ButtonLink to={to}>{label}</ButtonLink>}>
        {text}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="Nobody to suggest today"
      icon={Sparkles}
      action={
        <div className="grid justify-items-center gap-2">
          <ButtonLink to="/settings#preferences">Preferences</ButtonLink>
          <HowItWorks />
        </div>
      }
    >
      We suggest people who match your preferences and whose preferences you match. Try wider preferences, or
      check back tomorrow.
    </EmptyState>
  )
}
