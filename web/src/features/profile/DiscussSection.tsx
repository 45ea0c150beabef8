import { defaultSettings } from '@rosella/contract/settings/rules'
import { Plus } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { firstMissing } from '../../ui/first-missing'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { failureOf } from './Fields'
import { PromptCard } from './PromptCard'
import { answered, moved, newPrompt, type Prompt, removed, replaced } from './prompts'
import { Section } from './Section'
import type { EditForm, OwnUser } from './use-edit-form'

type DiscussSectionProps = { form: EditForm; loaded: OwnUser }

export function DiscussSection({
  form,
  loaded: { prompts: questions, settings, user_dp },
}: DiscussSectionProps) {
  const { prompts } = form.values
  const most = settings.max_prompts ?? defaultSettings.max_prompts
  const kept = useRef(new Map(user_dp.map(({ question_id, answer }) => [question_id, answer])))
  const list = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const focusOn = useFocusAfterChange(list)
  const failure = failureOf(form, 'prompts')
  const chosen = new Set(prompts.map(({ question_id }) => question_id))

  const change = (next: Prompt[], when?: 'after a pause') => form.change('prompts', next, when)

  /** What was answered so far comes back when the question does. */
  function remember({ question_id, answer }: Prompt) {
    if (question_id !== null) kept.current.set(question_id, answer)
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
    setSaid(`Moved to place ${place + 1} of ${next.length}`)
    change(next)
  }

  function remove(prompt: Prompt) {
    remember(prompt)
    setSaid('Prompt removed')
    focusOn('[data-add]')
    change(removed(prompts, prompt.key))
  }

  return (
    <Section
      title="Discuss"
      lead={`Questions that start a conversation. Choose up to ${most}; each shows once you have answered it.`}
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
                  change(replaced(prompts, prompt.key, id, kept.current))
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
        <div>
          <Button
            tone="quiet"
            icon={Plus}
            data-add
            onClick={add}
            missing={firstMissing([
              prompts.length < most && chosen.size < questions.length,
              `That is all: ${most} prompts at most. Remove or replace one.`,
            ])}
          >
            Add a prompt
          </Button>
        </div>
        <VisuallyHidden>
          <span role="status">{said}</span>
        </VisuallyHidden>
      </div>
    </Section>
  )
}

/**
 * The button that was pressed may have moved or gone; the first of these that is there takes the focus. They are state,
 * so that they are looked for in the drawing that has the change, and not in one that was under way before it.
 */
function useFocusAfterChange(list: RefObject<HTMLElement | null>) {
  const [wanted, setWanted] = useState<readonly string[]>([])
  useLayoutEffect(() => {
    const found = wanted.map((selector) => list.current?.querySelector<HTMLElement>(selector))
    found.find(Boolean)?.focus()
  }, [list, wanted])
  return (...selectors: string[]) => setWanted(selectors)
}
