import { isSettingValue, settingRange } from '@rosella/contract/settings/rules'
import { useForm, useWatch } from 'react-hook-form'
import { submitForm } from '../../platform/submit-form'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { type NumberKey, useSetting } from './use-setting'

type NumberSettingProps = {
  name: NumberKey
  label: string
  words: string
  value: number
  standard: number
}

/** One number in a line: what it does, the field, and the way back to the standard. */
export function NumberSetting({ name, label, words, value, standard }: NumberSettingProps) {
  const form = useForm({ defaultValues: { typed: String(value) } })
  const typed = useWatch({ control: form.control, name: 'typed' })
  const { errors, isSubmitting } = form.formState
  const [low, high] = settingRange[name]
  const draft = typed.trim() === '' ? Number.NaN : Number(typed)
  const setting = useSetting({ name, value, draft, standard })
  const isRight = isSettingValue(name, draft)

  return (
    <li className="py-3.5 first:pt-0 last:pb-0">
      <form
        onSubmit={submitForm(form, setting.save)}
        aria-label={label}
        noValidate
        className="flex flex-wrap items-end gap-x-3 gap-y-2 sm:items-start"
      >
        <Field
          type="number"
          inputMode="numeric"
          label={label}
          hint={`${words} From ${low} to ${high}, as a standard ${standard}.`}
          error={isRight ? errors.root?.message : `Please enter a whole number from ${low} to ${high}.`}
          className="min-w-0 flex-1 basis-56"
          min={low}
          max={high}
          {...form.register('typed')}
        />
        <div className="flex flex-wrap gap-2 sm:pt-7">
          <Button type="submit" disabled={!setting.isChanged || !isRight} pending={isSubmitting}>
            Save
          </Button>
          {!setting.isStandard && (
            <Button tone="quiet" onClick={submitForm(form, setting.reset)}>
              Back to {standard}
            </Button>
          )}
        </div>
      </form>
    </li>
  )
}
