import { PROMPT_ANSWER } from '@rosella/contract/profile/rules'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/IconButton'
import { Select } from '../../ui/Select'
import { TextArea } from '../../ui/TextArea'
import { withinLimit } from './fit-text'
import type { Prompt } from './prompts'
import { useFitted } from './use-fitted'

type PromptCardProps = {
  prompt: Prompt
  place: number
  last: boolean
  /** Those it may ask: its own, and what no other prompt asks. */
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
      {/* In full once more: on a phone the list has room for its first words only. */}
      {asked && <TextArea label={asked.question} {...fitted} onBlur={on.onLeave} limit={PROMPT_ANSWER} />}
    </li>
  )
}
