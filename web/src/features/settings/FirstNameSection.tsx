import { problemMessage, problems } from '@rosella/contract/problems'
import { FIRST_NAME_HELP, isFirstName } from '@rosella/contract/profile/rules'
import { sentences } from '@rosella/contract/sentences'
import { type FormEvent, useState } from 'react'
import { call } from '../../platform/api'
import { reloadSession } from '../../platform/reload-session'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { useIsPremium, useSession } from '../../platform/session'
import { PremiumNotice, PremiumTag } from '../../ui/PremiumNotice'
import { SettingsCard } from '../../ui/SettingsCard'

export function FirstNameSection() {
  const premium = useIsPremium()
  const current = useSession()?.username ?? ''
  const [name, setName] = useState(current)
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')
  const valid = isFirstName(name)
  const missing = whatIsMissing(premium, valid, name === current)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (missing !== undefined || state === 'saving') return
    setState('saving')
    try {
      await call('POST /api/profile-auto-save', { key: 'username', value: name })
      await reloadSession()
      setState('idle')
      showToast('success', sentences.firstNameUpdated)
    } catch {
      setState('failed')
    }
  }

  return (
    <SettingsCard title="First Name" aside={<PremiumTag />}>
      {!premium && <PremiumNotice>With Premium you can change the first name that others see.</PremiumNotice>}
      <form noValidate onSubmit={save} aria-label="Change first name" className="grid max-w-lg gap-5">
        {state === 'failed' && <Alert>{problemMessage('first-name.failed')}</Alert>}
        <Field
          label="First name"
          autoComplete="given-name"
          hint={FIRST_NAME_HELP}
          value={name}
          readOnly={!premium}
          onChange={(event) => setName(event.target.value)}
          error={valid ? undefined : problems['first-name.settings'][1]}
        />
        <div>
          <Button
            type="submit"
            pending={state === 'saving'}
            disabled={missing !== undefined}
            reason={missing ?? ''}
          >
            Save
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}

function whatIsMissing(premium: boolean, valid: boolean, unchanged: boolean): string | undefined {
  if (!premium) return 'Only Premium members can change their first name.'
  if (!valid) return 'Enter a name that fits first.'
  return unchanged ? 'This is your first name already.' : undefined
}
