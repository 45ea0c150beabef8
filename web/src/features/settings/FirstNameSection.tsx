import { FIRST_NAME_HELP, isFirstName } from '@rosella/contract/profile/rules'
import { sentences } from '@rosella/contract/sentences'
import { useForm, useWatch } from 'react-hook-form'
import { call } from '../../platform/api'
import { PremiumText } from '../../platform/PremiumText'
import { reloadSession } from '../../platform/session/reload-session'
import { useIsPremium, useSession } from '../../platform/session/session'
import { submitForm } from '../../platform/submit-form'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/forms/Field'
import { firstMissing } from '../../ui/forms/first-missing'
import { PremiumNotice } from '../../ui/member/PremiumNotice'
import { PremiumTag } from '../../ui/member/PremiumTag'
import { SettingsCard } from '../../ui/SettingsCard'

export function FirstNameSection() {
  const premium = useIsPremium()
  const current = useSession()?.username ?? ''
  const form = useForm({ defaultValues: { name: current } })
  const name = useWatch({ control: form.control, name: 'name' })
  const { errors, isSubmitting } = form.formState

  async function save(fields: { name: string }) {
    await call('POST /api/profile-auto-save', { key: 'username', value: fields.name })
    await reloadSession()
    showToast('success', sentences.firstNameUpdated)
  }

  return (
    <SettingsCard title="First Name" aside={<PremiumTag />}>
      {!premium && (
        <PremiumNotice about={<PremiumText />}>
          With Premium you can change the first name that others see.
        </PremiumNotice>
      )}
      <form
        noValidate
        onSubmit={submitForm(form, save, () => 'Error updating first name. Please try again.')}
        aria-label="Change first name"
        className="grid max-w-lg gap-5"
      >
        {errors.root && <Alert>{errors.root.message}</Alert>}
        <Field
          label="First name"
          autoComplete="given-name"
          hint={FIRST_NAME_HELP}
          readOnly={!premium}
          error={isFirstName(name) ? undefined : '2-15: letters or hyphens only (no numbers, no spaces)'}
          {...form.register('name')}
        />
        <div>
          <Button
            type="submit"
            pending={isSubmitting}
            missing={firstMissing(
              [premium, 'Only Premium members can change their first name.'],
              [isFirstName(name), 'Enter a valid first name first.'],
              [name !== current, 'This is already your first name.'],
            )}
          >
            Save
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}
