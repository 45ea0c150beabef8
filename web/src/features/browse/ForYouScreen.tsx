import { DIFFERENT_LABEL, FOR_YOU_TITLE, PICKS_A_DAY } from '@rosella/contract/browse/rules'
import type { SuggestedCard } from '@rosella/contract/browse/shapes'
import { sentences } from '@rosella/contract/sentences'
import { useQuery } from '@tanstack/react-query'
import Sparkles from 'lucide-react/icons/sparkles'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { nextSuggestions } from '../../format/next-suggestions'
import { call } from '../../platform/api'
import {
  type Decision,
  decide,
  decisionText,
  type OneTapGesture,
  undoDecision,
  useDecisions,
  useSendOnLeave,
} from '../../platform/gestures/pending'
import { queryKeys } from '../../platform/query-keys'
import { isImpersonating } from '../../platform/session/session'
import { useTitle } from '../../platform/title'
import { useSettings } from '../../platform/user-settings'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/EmptyState'
import { MemberCardSkeleton } from '../../ui/member/MemberCard'
import { Tabs } from '../../ui/Tabs'
import { Tag } from '../../ui/Tag'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { ListCard, type ListCardProps } from './ListCard'
import { ShowNewest } from './ShowNewest'
import { LIST_CACHE_MS, useStableOrder } from './stable-order'
import { groupOf } from './tabs'

const browse = groupOf('recent')
// One column when text is large, because half a phone's width has no room for reasons.
const grid =
  'grid grid-cols-2 gap-x-4 gap-y-8 max-[16rem]:grid-cols-1 sm:grid-cols-3 sm:gap-x-6 lg:grid-cols-4'

/** Today's suggestions, each with its reasons, to like or pass with one tap. */
export function ForYouScreen() {
  useTitle(FOR_YOU_TITLE)
  useSendOnLeave()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery({
    queryKey: queryKeys.forYou,
    queryFn: ({ signal }) => call('GET /api/for-you', {}, { signal }),
    gcTime: LIST_CACHE_MS,
  })
  const { data, moved, showNewest } = useStableOrder(list, queryKeys.forYou)
  // People the member passed on disappear from the reply, which is nothing new.
  const isNew = moved?.users.some(({ id }) => data?.users.every((shown) => shown.id !== id))
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-6 px-4 py-6 max-sm:gap-3 max-sm:pt-2 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {/* On a phone the current tab serves as the visible heading. */}
        <h1 ref={heading} tabIndex={-1} className="text-4xl max-sm:sr-only">
          {FOR_YOU_TITLE}
        </h1>
        <Tabs label={browse.label} tabs={browse.tabs.map(({ to, label }) => ({ to, label }))} fit />
      </div>
      {list.isError && !data && (
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
      {isNew && <ShowNewest heading={heading} onShow={showNewest} />}
      {data?.users.length === 0 && (data.passed > 0 ? <EndOfDay /> : <NoSuggestions />)}
      {data && data.users.length > 0 && <Suggestions users={data.users} ago={data.ago} />}
    </div>
  )
}

const HowItWorks = () => (
  <Link to="/how-it-works" className="inline-flex min-h-11 items-center font-semibold text-ink underline">
    How it works
  </Link>
)

const AnswerQuestions = () => (
  <Link to="/questions" className="ms-3 inline-flex min-h-11 items-center font-semibold text-ink underline">
    Answer questions
  </Link>
)

function Suggestions({ users, ago }: { users: SuggestedCard[]; ago: string }) {
  const decisions = useDecisions()
  const next = useNextLabel()
  const [said, say] = useState('')
  const end = useRef<HTMLHeadingElement>(null)
  const isEnd = users.every(({ id, sent_like }) => sent_like || decisions.has(id))
  useFocusAtEnd(isEnd, end)
  const list = { path: '/for-you', title: FOR_YOU_TITLE, hashes: users.map(({ url_hash }) => url_hash) }
  return (
    <>
      <p className="text-muted">
        {`These are for today. New ones arrive ${next}.`} <HowItWorks /> <AnswerQuestions />
      </p>
      <ul className={grid}>
        {users.map((member, place) => (
          <Suggestion
            key={member.id}
            member={member}
            ago={ago}
            eager={place < 4}
            list={list}
            decision={decisions.get(member.id)}
            onDecided={say}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isEnd && <EndOfDay heading={end} />}
    </>
  )
}

/** Computed once, because loading the time zones is slow. */
function useNextLabel(): string {
  const [label] = useState(() => nextSuggestions(Math.floor(Date.now() / 1000)))
  return label
}

/** The member has liked or passed on everyone. */
function EndOfDay({ heading }: { heading?: RefObject<HTMLHeadingElement | null> }) {
  const next = useNextLabel()
  return (
    <section className="petal grid justify-items-center gap-3 bg-surface px-6 py-8 text-center inset-ring inset-ring-line">
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        That’s everyone for today
      </h2>
      <p className="text-muted">{`Your next suggestions arrive ${next}.`}</p>
      <ButtonLink to="/search">Search for people</ButtonLink>
    </section>
  )
}

/** After the last decision there is no next card to focus. */
function useFocusAtEnd(isEnd: boolean, end: RefObject<HTMLElement | null>): void {
  const was = useRef(isEnd)
  useEffect(() => {
    if (isEnd && !was.current) end.current?.focus()
    was.current = isEnd
  }, [isEnd, end])
}

/** Moves on to the next card that is undecided. The cards themselves stay in place. */
function goToNext(item: HTMLElement): void {
  const others = [...(item.parentElement?.querySelectorAll<HTMLElement>('[data-undecided]') ?? [])]
  const place = others.indexOf(item)
  const next = others[place + 1] ?? others[place - 1]
  next?.querySelector('a')?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

type SuggestionProps = Omit<ListCardProps, 'member'> & {
  member: SuggestedCard
  decision?: Decision
  /** Receives a sentence for screen readers. */
  onDecided: (said: string) => void
}

function Suggestion({ member, decision, onDecided, ...card }: SuggestionProps) {
  const item = useRef<HTMLLIElement>(null)
  const isLiked = member.sent_like || decision?.action === 'like'
  const isPassed = decision?.action === 'not-interested'
  const isUndecided = !isLiked && !isPassed
  const { username } = member

  function choose(action: OneTapGesture) {
    if (item.current) goToNext(item.current)
    // Each card has its own Undo, and a toast would cover the buttons of the next one.
    decide(member, action, { toast: false })
    onDecided(decisionText(username, action))
  }

  function undo() {
    undoDecision(member.id)
    onDecided('')
    // The focused button disappears.
    item.current?.querySelector('a')?.focus({ preventScroll: true })
  }

  return (
    <li ref={item} data-undecided={isUndecided || undefined} className="flex flex-col gap-2">
      <div className={cx('transition duration-350', isPassed && 'grayscale')}>
        <ListCard {...card} member={member} withoutHeart />
      </div>
      <div className="flex flex-col items-start gap-1.5 px-1">
        {member.different && <Tag tone="wattle">{DIFFERENT_LABEL}</Tag>}
        <ul aria-label={`Why ${username}`} className="grid gap-0.5 text-sm leading-5">
          {member.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
      {!isImpersonating() && (
        <div className="mt-auto flex min-h-11 items-center gap-2">
          {isUndecided ? (
            <>
              <Button
                tone="quiet"
                aria-label={`Pass on ${username}`}
                onClick={() => choose('not-interested')}
                className="flex-1 px-3"
              >
                Pass
              </Button>
              <Button
                tone="affection"
                aria-label={`Like ${username}`}
                onClick={() => choose('like')}
                className="flex-1 px-3"
              >
                Like
              </Button>
            </>
          ) : (
            <p className="flex-1 px-1 font-semibold text-sm">{isLiked ? 'Liked' : 'Passed'}</p>
          )}
          {decision?.isPending && (
            <Button tone="quiet" aria-label={`Undo for ${username}`} onClick={undo} className="px-4">
              Undo
            </Button>
          )}
        </div>
      )}
    </li>
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
          <AnswerQuestions />
        </div>
      }
    >
      We suggest people who match your preferences and whose preferences you match. Try wider preferences, or
      check back tomorrow.
    </EmptyState>
  )
}
