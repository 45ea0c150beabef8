import { type Topic, topics } from '@rosella/contract/questions/rules'
import { sentences } from '@rosella/contract/sentences'
import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTitle } from '../../platform/title'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'
import { Skeleton } from '../../ui/Skeleton'
import { Tabs } from '../../ui/Tabs'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { QuestionCard, ThumbBar } from './QuestionCard'
import {
  firstOpen,
  type Questions,
  type Step,
  stepKey,
  stepsOf,
  useConsent,
  usePosition,
  useQuestions,
} from './use-questions'
import '../../full-styles.css'

const TITLE = 'Questions'

/** One question at a time. */
export function QuestionsScreen() {
  useTitle(TITLE)
  const list = useQuestions()
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-5 px-4 py-6 max-sm:gap-3 max-sm:pt-2 sm:px-6 thumb:pb-28">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h1 className="text-4xl max-sm:sr-only">{TITLE}</h1>
        <EditTabs />
      </div>
      {list.data ? (
        <Steps list={list.data} />
      ) : list.isError ? (
        <Alert
          action={
            <Button tone="quiet" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        >
          {list.error.message}
        </Alert>
      ) : (
        <div className="grid gap-4">
          <VisuallyHidden>{sentences.loading}</VisuallyHidden>
          <Skeleton className="petal-sm h-11" />
          <Skeleton className="petal h-120" />
        </div>
      )}
    </div>
  )
}

const EditTabs = () => (
  <Tabs
    label="Edit"
    tabs={[
      { to: '/edit', label: 'Profile' },
      { to: '/questions', label: TITLE },
    ]}
  />
)

function Steps({ list }: { list: Questions }) {
  const steps = stepsOf(list)
  const { at, goTo } = usePosition(steps)
  const heading = useRef<HTMLHeadingElement>(null)
  const step = steps[at]
  const key = step === undefined ? 'done' : stepKey(step)
  useFocusOnChange(key, heading)
  const topic = step === undefined ? undefined : topicOf(step)
  const nav = { onBack: at > 0 ? () => goTo(at - 1) : undefined, onNext: () => goTo(at + 1) }
  return (
    <>
      <Progress list={list} current={topic} onOpen={(name) => goTo(firstOpen(steps, name))} />
      {step === undefined ? (
        <AllDone
          list={list}
          heading={heading}
          onContinue={() => goTo(firstOpen(steps))}
          onBack={() => goTo(steps.length - 1)}
        />
      ) : typeof step === 'string' ? (
        <Consent key={key} heading={heading} {...nav} />
      ) : (
        <QuestionCard
          key={key}
          question={step}
          place={placeInTopic(steps, step)}
          changesLeft={list.changes_left}
          aLotLeft={list.a_lot_left}
          heading={heading}
          {...nav}
        />
      )}
      {list.sensitive && topic !== undefined && topics[topic].sensitive && <Withdraw />}
    </>
  )
}

const topicOf = (step: Step): Topic => (typeof step === 'string' ? step : step.topic)

function placeInTopic(steps: readonly Step[], step: Step): string {
  const same = steps.filter((other) => topicOf(other) === topicOf(step))
  return `${topics[topicOf(step)].label}, ${same.indexOf(step) + 1} of ${same.length}`
}

/** Screen readers read the next question, and the keyboard stays where it is useful. Not on arrival. */
function useFocusOnChange(key: string, heading: React.RefObject<HTMLElement | null>): void {
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key) return
    before.current = key
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [key, heading])
}

type ProgressProps = { list: Questions; current: Topic | undefined; onOpen: (topic: Topic) => void }

/** The topics with the number of answers. A topic opens at its first question without an answer. */
function Progress({ list, current, onOpen }: ProgressProps) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (current)
      row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  const answered = list.topics.reduce((sum, topic) => sum + topic.answered, 0)
  const all = list.topics.reduce((sum, topic) => sum + topic.questions, 0)
  return (
    <section aria-label="Progress" className="grid min-w-0 gap-2">
      <p className="text-muted text-sm">{`${answered} of ${all} answered`}</p>
      <ul ref={row} className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1 [scrollbar-width:none]">
        {list.topics.map(({ topic, label, questions, answered: own, sensitive }) => (
          <li key={topic} className="shrink-0">
            <button
              type="button"
              aria-current={topic === current ? 'step' : undefined}
              onClick={() => onOpen(topic)}
              className={cx(
                'petal-sm relative grid min-h-11 min-w-24 content-center gap-1 overflow-hidden px-3 pt-1.5 pb-2 text-start text-sm inset-ring inset-ring-line transition',
                topic === current ? 'bg-ink text-paper' : 'bg-surface hover:bg-sunken',
              )}
            >
              <span className="flex items-center gap-1.5 font-semibold">
                {label}
                {own === questions && <Check aria-hidden="true" className="size-4" />}
                {sensitive && !list.sensitive && <Lock aria-hidden="true" className="size-3.5" />}
              </span>
              <span aria-hidden="true" className="h-1 rounded-full bg-current/20">
                <span
                  className="block h-1 rounded-full bg-current transition-[width]"
                  style={{ width: `${(100 * own) / questions}%` }}
                />
              </span>
              <VisuallyHidden>{`${own} of ${questions} answered`}</VisuallyHidden>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type NavProps = { onBack: (() => void) | undefined; onNext: () => void }
type HeadingRef = { heading: React.RefObject<HTMLHeadingElement | null> }

const card = 'petal grid gap-5 bg-surface p-5 inset-ring inset-ring-line sm:p-8'

/** Before the questions about intimacy and beliefs. */
function Consent({ heading, onBack, onNext }: NavProps & HeadingRef) {
  const consent = useConsent()
  return (
    <section className={card}>
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        Intimacy and beliefs
      </h2>
      <p>
        These 30 questions can say something about your sex life, your health, your faith or your politics.
        The law calls that sensitive information, so we ask them only if you agree.
      </p>
      <ul className="grid list-disc gap-2 ps-5">
        <li>Nobody sees an answer unless you show it, not even our moderators.</li>
        <li>We use the answers you show to compare you with people who show theirs, and for nothing else.</li>
        <li>You can change your mind here at any time. We then delete all these answers straight away.</li>
      </ul>
      {consent.error && <Alert>{consent.error.message}</Alert>}
      <ThumbBar>
        {onBack && (
          <Button tone="quiet" onClick={onBack}>
            Back
          </Button>
        )}
        <Button tone="quiet" onClick={onNext}>
          Not now
        </Button>
        <Button pending={consent.isPending} onClick={() => consent.mutate(true)} className="flex-1">
          I agree
        </Button>
      </ThumbBar>
    </section>
  )
}

function Withdraw() {
  const consent = useConsent()
  const [open, setOpen] = useState(false)
  return (
    <>
      <p className="text-muted text-sm">
        You agreed to questions about intimacy and beliefs.{' '}
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="min-h-11 font-semibold text-ink underline underline-offset-4"
        >
          Withdraw and delete
        </button>
      </p>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => consent.mutate(false, { onSuccess: () => setOpen(false) })}
        pending={consent.isPending}
        error={consent.error?.message}
        title="Delete these answers?"
        confirmLabel="Withdraw and delete"
      >
        We’ll delete all your answers about intimacy and beliefs straight away, and won’t ask you about them
        unless you agree again.
      </ConfirmDialog>
    </>
  )
}

type AllDoneProps = HeadingRef & { list: Questions; onContinue: () => void; onBack: () => void }

/** After the last question. Skipped ones remain. */
function AllDone({ list, heading, onContinue, onBack }: AllDoneProps) {
  const isLeft = list.items.some(({ answer }) => answer === null)
  return (
    <section className={card}>
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {isLeft ? 'That was the last one' : 'You’ve answered them all'}
      </h2>
      <p>
        {isLeft
          ? 'You skipped some. You can go back to them now, or come back another day.'
          : 'Thank you! You can change your answers at any time.'}{' '}
        Others see what you’ve changed from tomorrow.{' '}
        <Link to="/how-it-works#questions" className="font-semibold underline underline-offset-4">
          How we work out the match
        </Link>
      </p>
      <ThumbBar>
        <Button tone="quiet" onClick={onBack}>
          Back
        </Button>
        {isLeft ? (
          <Button onClick={onContinue} className="flex-1">
            Go to the skipped ones
          </Button>
        ) : (
          <ButtonLink to="/search?sort=match" className="flex-1">
            See who matches
          </ButtonLink>
        )}
      </ThumbBar>
    </section>
  )
}
