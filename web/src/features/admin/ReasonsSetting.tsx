import { severityOf } from '@rosella/contract/safety/rules'
import { isSettingValue } from '@rosella/contract/settings/rules'
import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { Tag } from '../../ui/Tag'
import { severityLook } from './case-words'
import { SettingPanel } from './SettingPanel'

interface Line {
  key: number
  words: string
}

/** What members may report somebody for, in the order of the dialog. */
export function ReasonsSetting({ value, standard }: { value: string[]; standard: string[] }) {
  const [lines, setLines] = useState<Line[]>(() => value.map((words, key) => ({ key, words })))
  const [next, setNext] = useState(value.length)
  const draft = lines.map(({ words }) => words.trim())
  const problem = problemOf(draft)

  function add() {
    setLines([...lines, { key: next, words: '' }])
    setNext(next + 1)
  }

  function raise(place: number) {
    const moved = lines.toSpliced(place, 1)
    setLines(moved.toSpliced(place - 1, 0, ...lines.slice(place, place + 1)))
  }

  return (
    <SettingPanel
      name="report_reasons"
      label="Reasons for a report"
      words="What members choose from, in this order. The urgency is fixed for the reasons we know; any other is ordinary."
      standardWords={`the ${standard.length} standard reasons`}
      {...{ value, draft, standard, problem }}
    >
      <ul className="grid gap-2">
        {lines.map(({ key, words }, place) => {
          const { label, tone } = severityLook(severityOf(words.trim()))
          return (
            <li key={key} className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
              <Field
                label={`Reason ${place + 1}`}
                labelHidden
                className="flex-1 basis-52"
                maxLength={100}
                value={words}
                onChange={(event) =>
                  setLines(
                    lines.map((line) => (line.key === key ? { key, words: event.target.value } : line)),
                  )
                }
              />
              <Tag tone={tone} className="ms-1 min-w-18 justify-center">
                {label}
              </Tag>
              <IconButton
                label={`Move reason ${place + 1} up`}
                icon={ArrowUp}
                disabled={place === 0}
                onClick={() => raise(place)}
              />
              <IconButton
                label={`Remove reason ${place + 1}`}
                icon={Trash2}
                onClick={() => setLines(lines.filter((line) => line.key !== key))}
              />
            </li>
          )
        })}
      </ul>
      <Button tone="quiet" icon={Plus} className="justify-self-start" onClick={add}>
        Add a reason
      </Button>
    </SettingPanel>
  )
}

function problemOf(draft: string[]): string | undefined {
  if (isSettingValue('report_reasons', draft)) return undefined
  if (draft.length === 0) return 'There must be at least one reason.'
  if (draft.includes('')) return 'A reason needs words.'
  return new Set(draft).size < draft.length ? 'A reason is there twice.' : 'At most 30 reasons are possible.'
}
