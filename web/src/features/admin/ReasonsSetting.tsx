import { severityOf } from '@rosella/contract/safety/rules'
import { isSettingValue } from '@rosella/contract/settings/rules'
import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { Field, FieldError } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { Tag } from '../../ui/Tag'
import { severityLook } from './case-words'
import { Panel } from './Panel'
import { useSetting } from './use-setting'

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
  const setting = useSetting({ name: 'report_reasons', value, draft, standard })

  function add() {
    setLines([...lines, { key: next, words: '' }])
    setNext(next + 1)
  }

  function raise(place: number) {
    const moved = lines.toSpliced(place, 1)
    setLines(moved.toSpliced(place - 1, 0, ...lines.slice(place, place + 1)))
  }

  return (
    <Panel title="Reasons for a report">
      <p className="text-muted">
        What members choose from, in this order. The urgency is fixed for the reasons we know; any other is
        ordinary. Cases keep the reason they came with.
      </p>
      <ul className="grid gap-2">
        {lines.map(({ key, words }, place) => {
          const { label, tone } = severityLook(severityOf(words.trim()))
          return (
            <li key={key} className="flex items-center gap-x-1">
              <Field
                label={`Reason ${place + 1}`}
                labelHidden
                className="flex-1"
                maxLength={100}
                value={words}
                onChange={(event) =>
                  setLines(
                    lines.map((line) => (line.key === key ? { key, words: event.target.value } : line)),
                  )
                }
              />
              <Tag tone={tone} className="ms-1 min-w-18 justify-center max-sm:hidden">
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
      <FieldError id="reasons-problem">{problem ?? setting.refusal}</FieldError>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={!setting.isChanged || problem !== undefined}
          pending={setting.isSaving}
          onClick={setting.save}
        >
          Save
        </Button>
        <Button tone="quiet" icon={Plus} onClick={add}>
          Add a reason
        </Button>
        {!setting.isStandard && (
          <Button tone="quiet" onClick={setting.reset}>
            Back to the {standard.length} standard reasons
          </Button>
        )}
      </div>
    </Panel>
  )
}

function problemOf(draft: string[]): string | undefined {
  if (isSettingValue('report_reasons', draft)) return undefined
  if (draft.length === 0) return 'There must be at least one reason.'
  if (draft.includes('')) return 'A reason needs words.'
  return new Set(draft).size < draft.length ? 'A reason is there twice.' : 'At most 30 reasons are possible.'
}
