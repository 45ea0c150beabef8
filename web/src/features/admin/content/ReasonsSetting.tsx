import { areReasonLabels, severityOf } from '@rosella/contract/safety/reasons'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import { submitForm } from '../../../platform/submit-form'
import { Button } from '../../../ui/Button'
import { Field, FieldError } from '../../../ui/forms/Field'
import { IconButton } from '../../../ui/IconButton'
import { Tag } from '../../../ui/Tag'
import { severityInfo } from '../cases/case-labels'
import { Panel } from '../Panel'
import { useSetting } from './use-setting'

/** A reason without a key is new. */
interface Reason {
  key: string | null
  words: string
}

interface ReasonsSettingProps {
  value: readonly Reason[]
  standard: readonly Reason[]
}

/** The reasons offered in the report dialog, in its order. */
export function ReasonsSetting({ value, standard }: ReasonsSettingProps) {
  const form = useForm({ defaultValues: { reasons: [...value] } })
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: 'reasons' })
  const typed = useWatch({ control: form.control, name: 'reasons' })
  const { errors, isSubmitting } = form.formState
  const draft = typed.map(({ key, words }) => ({ key, words: words.trim() }))
  const problem = reasonsProblem(draft.map(({ words }) => words))
  const setting = useSetting({ name: 'report_reasons', value, draft, standard, input: reasonsInput })

  return (
    <Panel title="Reasons for a report">
      <p className="text-muted">
        Members choose from these, in this order. A reason keeps its urgency when you reword it; new ones are
        ordinary. Existing cases keep their wording.
      </p>
      <ul className="grid gap-2">
        {fields.map(({ id }, place) => {
          const { label, tone } = severityInfo(severityOf(draft[place]?.key ?? undefined))
          return (
            <li key={id} className="flex items-center gap-x-1">
              <Field
                label={`Reason ${place + 1}`}
                labelHidden
                className="flex-1"
                maxLength={100}
                {...form.register(`reasons.${place}.words`)}
              />
              <Tag tone={tone} className="ms-1 min-w-18 justify-center max-sm:hidden">
                {label}
              </Tag>
              <IconButton
                label={`Move reason ${place + 1} up`}
                icon={ArrowUp}
                disabled={place === 0}
                onClick={() => move(place, place - 1)}
              />
              <IconButton label={`Remove reason ${place + 1}`} icon={Trash2} onClick={() => remove(place)} />
            </li>
          )
        })}
      </ul>
      <FieldError id="reasons-problem">{problem ?? errors.root?.message}</FieldError>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={!setting.isChanged || problem !== undefined}
          pending={isSubmitting}
          onClick={submitForm(form, setting.save)}
        >
          Save
        </Button>
        <Button
          tone="quiet"
          icon={Plus}
          onClick={() => append({ key: null, words: '' }, { shouldFocus: false })}
        >
          Add a reason
        </Button>
        {!setting.isStandard && (
          <Button tone="quiet" onClick={submitForm(form, setting.reset)}>
            Back to the {standard.length} default reasons
          </Button>
        )}
      </div>
    </Panel>
  )
}

const reasonsInput = (reasons: readonly Reason[]) => ({
  value: reasons.map(({ words }) => words),
  keys: reasons.map(({ key }) => key),
})

function reasonsProblem(draft: string[]): string | undefined {
  if (areReasonLabels(draft)) return undefined
  if (draft.length === 0) return 'There must be at least one reason.'
  if (draft.includes('')) return 'A reason can’t be empty.'
  return new Set(draft).size < draft.length ? 'Two reasons are the same.' : 'You can have up to 30 reasons.'
}
