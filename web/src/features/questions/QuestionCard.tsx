import {
  CHANGES_A_DAY,
  importances,
  MOST_IMPORTANT,
  topics,
  type Visibility,
} from '@rosella/contract/questions/rules'
import Eye from 'lucide-react/icons/eye'
import Lock from 'lucide-react/icons/lock'
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { barHeight } from '../../ui/bar-height'
import { ChoiceGroup, MultiChoiceGroup } from '../../ui/forms/ChoiceGroup'
import { type Answer, type Question, useSaveAnswer } from './use-questions'

const measured = barHeight('--action-bar')

/** The buttons of a step. On a phone they stay at the bottom, within reach of the thumb. */
export const ThumbBar = ({ children }: { children: ReactNode }) => (
  <div
    ref={measured}
    data-action-bar
    className="flex flex-wrap items-center gap-3 thumb:fixed thumb:inset-x-0 thumb:bottom-[max(var(--bottom-bar),env(safe-area-inset-bottom))] thumb:z-10 thumb:min-h-18 thumb:gap-2 thumb:border-line thumb:border-t thumb:bg-paper thumb:px-3 thumb:py-2"
  >
    {children}
  </div>
)

type Draft = Omit<Answer, 'choice'> & { choice: number | null }

const empty: Draft = { choice: null, accepts: [], importance: 1, visibility: 'private' }

const draftOf = ({ answer }: Question): Draft => {
  if (!answer) return empty
  const { choice, accepts, importance, visibility } = answer
  return { choice, accepts, importance, visibility }
}

/** The first thing that is missing. */
const missing = ({ choice, accepts }: Draft): string | null =>
  choice === null
    ? 'Choose your answer first.'
    : accepts.length === 0
      ? 'Choose at least one answer you’d accept.'
      : null

type QuestionCardProps = {
  question: Question
  /** 'Home, 3 of 15'. */
  place: string
  changesLeft: number
  aLotLeft: number
  heading: RefObject<HTMLHeadingElement | null>
  onBack: (() => void) | undefined
  onNext: () => void
}

export function QuestionCard({
  question,
  place,
  changesLeft,
  aLotLeft,
  heading,
  onBack,
  onNext,
}: QuestionCardProps) {
  const stored = draftOf(question)
  const [draft, setDraft] = useState(stored)
  const [isTold, setTold] = useState(false)
  const { save, clear } = useSaveAnswer(question.id)
  const hintId = useId()
  const isAnswered = question.answer !== null
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored)
  const lack = missing(draft)
  const error = save.error ?? clear.error

  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const toggle = (choice: number) =>
    change({
      accepts: draft.accepts.includes(choice)
        ? draft.accepts.filter((other) => other !== choice)
        : [...draft.accepts, choice].sort(),
    })

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (save.isPending || clear.isPending) return
    if (isAnswered && !isChanged) return onNext()
    const { choice, ...rest } = draft
    if (choice === null || lack !== null) return setTold(true)
    save.mutate({ choice, ...rest }, { onSuccess: onNext })
  }

  useKeys({
    count: question.choices.length,
    onChoose: (choice) => change({ choice }),
    onToggle: toggle,
    onEnter: submit,
    onBack,
    onSkip: onNext,
  })

  const choices = question.choices.map((label, n) => ({ value: String(n), label }))
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-describedby={hintId}
      className="petal grid gap-6 bg-surface p-5 inset-ring inset-ring-line sm:p-8"
    >
      <div className="grid gap-1.5">
        <p className="text-muted text-sm">{place}</p>
        <h2 ref={heading} tabIndex={-1} className="text-2xl sm:text-3xl">
          {question.text}
        </h2>
      </div>
      <ChoiceGroup
        legend="My answer"
        options={choices}
        value={draft.choice === null ? null : String(draft.choice)}
        onChange={(choice) => change({ choice: choice === null ? null : Number(choice) })}
      />
      <MultiChoiceGroup
        legend="Answers I’d accept from a partner"
        options={choices}
        values={draft.accepts.map(String)}
        onChange={(_values, changed) => toggle(Number(changed))}
      />
      <ChoiceGroup
        legend="How much it matters to me"
        options={importances.map((label, n) => ({
          value: String(n),
          label,
          disabled: n === MOST_IMPORTANT && aLotLeft === 0 && stored.importance !== n,
        }))}
        value={String(draft.importance)}
        onChange={(importance) => change({ importance: Number(importance) })}
        hint={
          aLotLeft === 0 && stored.importance !== MOST_IMPORTANT
            ? 'You’ve already marked ten as “A lot”.'
            : undefined
        }
      />
      <ChoiceGroup
        legend="Who sees my answer"
        options={[
          { value: 'private', label: <WithIcon icon={Lock}>Only me</WithIcon> },
          { value: 'shown', label: <WithIcon icon={Eye}>People who answer it too</WithIcon> },
        ]}
        value={draft.visibility}
        onChange={(visibility) => change({ visibility: visibility as Visibility })}
        hint={
          draft.visibility === 'private'
            ? 'Nobody else sees it, and it counts for no match.'
            : topics[question.topic].sensitive
              ? 'Sensitive: anyone who shows their own answer can see yours, and whether you agree.'
              : 'Anyone who shows their own answer can see yours, and whether you agree.'
        }
      />
      {isTold && lack && <Alert>{lack}</Alert>}
      {error && <Alert>{error.message}</Alert>}
      {isAnswered && (
        <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
          <Button
            tone="bare"
            className="-ms-4"
            pending={clear.isPending}
            onClick={() => clear.mutate(undefined, { onSuccess: () => setDraft(empty) })}
          >
            Clear answer
          </Button>
          {`You can change or clear ${changesLeft} of ${CHANGES_A_DAY} answers today.`}
        </p>
      )}
      <ThumbBar>
        <Button tone="quiet" disabled={onBack === undefined} onClick={onBack}>
          Back
        </Button>
        <Button tone="quiet" onClick={onNext}>
          Skip
        </Button>
        <Button
          type="submit"
          pending={save.isPending}
          icon={isAnswered && !isChanged ? undefined : draft.visibility === 'shown' ? Eye : Lock}
          className="flex-1 px-4"
        >
          {isAnswered && !isChanged
            ? 'Next'
            : draft.visibility === 'shown'
              ? 'Save and show'
              : 'Save privately'}
        </Button>
      </ThumbBar>
      <p id={hintId} className="text-muted text-xs max-sm:hidden">
        Keys: 1 to {question.choices.length} choose your answer, with Shift the answers you’d accept. Enter
        saves, the left and right arrows go back and skip.
      </p>
    </form>
  )
}

const WithIcon = ({ icon: Icon, children }: { icon: typeof Lock; children: ReactNode }) => (
  <>
    <Icon aria-hidden="true" className="size-4.5" />
    {children}
  </>
)

interface Keys {
  count: number
  onChoose: (choice: number) => void
  onToggle: (choice: number) => void
  onEnter: () => void
  onBack: (() => void) | undefined
  onSkip: () => void
}

/** Works anywhere on the page, except where a field, a link, a button or a dialog has its own use for the key. */
function useKeys({ count, onChoose, onToggle, onEnter, onBack, onSkip }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const target = event.target instanceof Element ? event.target : document.body
    if (document.querySelector('dialog[open]')) return
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1]
    const choice = Number(digit) - 1
    if (digit !== undefined && choice < count) {
      if (event.shiftKey) onToggle(choice)
      else onChoose(choice)
    } else if (event.key === 'Enter') {
      // In the form's own fields the browser submits.
      if (target.closest('a, button, input, summary')) return
      onEnter()
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      // Radio buttons move with the arrows.
      if (target.closest('input')) return
      if (event.key === 'ArrowRight') onSkip()
      else onBack?.()
    } else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
