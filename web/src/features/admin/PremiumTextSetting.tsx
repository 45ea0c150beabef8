import { isSettingValue, PREMIUM_TEXT_MAX } from '@rosella/contract/settings/rules'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { submitForm } from '../../platform/submit-form'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import { Panel } from './Panel'
import { useSetting } from './use-setting'

/** What members read about Premium before they have it. */
export function PremiumTextSetting({ value, standard }: { value: string; standard: string }) {
  const form = useForm({ defaultValues: { words: value } })
  const draft = useWatch({ control: form.control, name: 'words' }).trim()
  const { errors, isSubmitting } = form.formState
  const setting = useSetting({ name: 'premium_text', value, draft, standard })

  return (
    <Panel title="About Premium">
      <form onSubmit={submitForm(form, setting.save)} noValidate className="grid gap-3">
        <Controller
          control={form.control}
          name="words"
          render={({ field }) => (
            <TextArea
              label="What Premium gives, and how it is had here"
              hint="Shown on Membership and beside everything that is for Premium members. A new line begins a paragraph."
              error={errors.root?.message}
              limit={PREMIUM_TEXT_MAX}
              maxLength={PREMIUM_TEXT_MAX}
              {...field}
            />
          )}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            disabled={!setting.isChanged || !isSettingValue('premium_text', draft)}
            pending={isSubmitting}
          >
            Save
          </Button>
          {!setting.isStandard && (
            <Button tone="quiet" onClick={submitForm(form, setting.reset)}>
              Back to the standard words
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}
