import { PROMPT_ANSWER } from '@rosella/contract/profile/rules'
import { defaultSettings } from '@rosella/contract/settings/rules'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { firstMissing } from '../../ui/forms/first-missing'
import { Select } from '../../ui/forms/Select'
import { TextArea } from '../../ui/forms/TextArea'
import { IconButton } from '../../ui/IconButton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { failureOf, NewerValue } from './Fields'
import { withinLimit } from './fit-text'
import { answered, moved, newPrompt, type Prompt, removed, replaced } from './prompts'
import { Section } from './Section'
import type { EditFormState, OwnUser } from './use-edit-form'
import { useFitted } from './use-fitted'

type PromptCardProps = {
  prompt: Prompt
  place: number
  last: boolean
  /** Its own question and those that no other prompt uses. */
  questions: { id: number; question: string }[]
  onQuestion: (id: number) => void
  onAnswer: (answer: string) => void
  onLeave: () => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

const fit = withinLimit(PROMPT_ANSWER)

export function PromptCard({ prompt, place, last, questions, ...on }: PromptCardProps) {
  const fitted = useFitted(prompt.answer, fit, on.onAnswer)
  const asked = questions.find(({ id }) => id === prompt.question_id)
  const number = place + 1
  return (
    <li data-prompt={prompt.key} className="petal-md grid grid-cols-1 gap-4 bg-sunken p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">Prompt {number}</h3>
        <span className="-me-2 flex">
          <IconButton
            label={`Move prompt ${number} up`}
            icon={ArrowUp}
            data-move={-1}
            disabled={place === 0}
            onClick={() => on.onMove(-1)}
          />
          <IconButton
            label={`Move prompt ${number} down`}
            icon={ArrowDown}
            data-move={1}
            disabled={last}
            onClick={() => on.onMove(1)}
          />
          <IconButton label={`Remove prompt ${number}`} icon={Trash2} onClick={on.onRemove} />
        </span>
      </div>
      <Select
        label="Question"
        value={prompt.question_id ?? ''}
        onChange={(event) => on.onQuestion(Number(event.target.value))}
      >
        {prompt.question_id === null && (
          <option value="" disabled>
            Choose a question
          </option>
        )}
        {questions.map(({ id, question }) => (
          <option key={id} value={id}>
            {question}
          </option>
        ))}
      </Select>
      {/* Repeats the question in full, because the list cuts it on a phone. */}
      {asked && <TextArea label={asked.question} {...fitted} onBlur={on.onLeave} limit={PROMPT_ANSWER} />}
    </li>
  )
}

type DiscussSectionProps = { form: EditFormState; loaded: OwnUser }

export function DiscussSection({
  form,
  loaded: { prompts: questions, settings, user_dp },
}: DiscussSectionProps) {
  const { prompts } = form.values
  const most = settings.max_prompts ?? defaultSettings.max_prompts
  const oldAnswers = useRef(new Map(user_dp.map(({ question_id, answer }) => [question_id, answer])))
  const list = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const focusOn = useFocusAfterChange(list)
  const failure = failureOf(form, 'prompts')
  const chosen = new Set(prompts.map(({ question_id }) => question_id))

  const change = (next: Prompt[], when?: 'after a pause') => form.change('prompts', next, when)

  /** Keeps the answer in case the question is chosen again. */
  function remember({ question_id, answer }: Prompt) {
    if (question_id !== null) oldAnswers.current.set(question_id, answer)
  }

  function add() {
    const prompt = newPrompt()
    focusOn(`[data-prompt=${prompt.key}] select`)
    change([...prompts, prompt])
  }

  function move(key: string, by: 1 | -1) {
    const next = moved(prompts, key, by)
    const place = next.findIndex((prompt) => prompt.key === key)
    focusOn(`[data-prompt=${key}] [data-move="${by}"]:enabled`, `[data-prompt=${key}] [data-move]:enabled`)
    setAnnouncement(`Moved to position ${place + 1} of ${next.length}`)
    change(next)
  }

  function remove(prompt: Prompt) {
    remember(prompt)
    setAnnouncement('Prompt removed')
    focusOn('[data-add]')
    change(removed(prompts, prompt.key))
  }

  return (
    <Section
      title="Discuss"
      lead={`Prompts that start a conversation. Choose up to ${most}. Each appears on your profile once you’ve answered it.`}
      state={form.states.prompts}
    >
      <div ref={list} className="grid gap-5">
        {prompts.length > 0 && (
          <ol aria-label="Your prompts" className="grid gap-5">
            {prompts.map((prompt, place) => (
              <PromptCard
                key={prompt.key}
                prompt={prompt}
                place={place}
                last={place === prompts.length - 1}
                questions={questions.filter(({ id }) => id === prompt.question_id || !chosen.has(id))}
                onQuestion={(id) => {
                  remember(prompt)
                  change(replaced(prompts, prompt.key, id, oldAnswers.current))
                }}
                onAnswer={(answer) => change(answered(prompts, prompt.key, answer), 'after a pause')}
                onLeave={() => form.leave('prompts')}
                onMove={(by) => move(prompt.key, by)}
                onRemove={() => remove(prompt)}
              />
            ))}
          </ol>
        )}
        {failure && <Alert>{failure}</Alert>}
        <NewerValue form={form} name="prompts" />
        <div>
          <Button
            tone="quiet"
            icon={Plus}
            data-add
            onClick={add}
            missing={firstMissing([
              prompts.length < most && chosen.size < questions.length,
              `You can have up to ${most === 1 ? '1 prompt' : `${most} prompts`}. Remove or replace one.`,
            ])}
          >
            Add a prompt
          </Button>
        </div>
        <VisuallyHidden>
          <span role="status">{announcement}</span>
        </VisuallyHidden>
      </div>
    </Section>
  )
}

/**
 * Focuses the first of the selectors that exists after a change, because the button that was pressed may have moved or
 * gone. They are state, so that they are looked up in the render that contains the change, not in an earlier one.
 */
function useFocusAfterChange(list: RefObject<HTMLElement | null>) {
  const [wanted, setWanted] = useState<readonly string[]>([])
  useLayoutEffect(() => {
    const found = wanted.map((selector) => list.current?.querySelector<HTMLElement>(selector))
    found.find(Boolean)?.focus()
  }, [list, wanted])
  return (...selectors: string[]) => setWanted(selectors)
}
