import { standardReasons } from '@rosella/contract/safety/reasons'
import {
  isSettingValue,
  PREMIUM_TEXT_MAX,
  type SiteSettings,
  settingRange,
} from '@rosella/contract/settings/rules'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { submitForm } from '../../../platform/submit-form'
import { showToast } from '../../../platform/toast'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/forms/Field'
import { Switch } from '../../../ui/forms/Switch'
import { TextArea } from '../../../ui/forms/TextArea'
import { Panel } from '../Panel'
import { QueryResult } from '../QueryResult'
import { useAdminQuery } from '../use-admin'
import { ReasonsSetting } from './ReasonsSetting'
import { type NumberKey, useSetting } from './use-setting'

type NumberSettingProps = {
  name: NumberKey
  label: string
  hint: string
  value: number
  standard: number
}

/** A numeric setting, with its range and a button that restores the default. */
export function NumberSetting({ name, label, hint, value, standard }: NumberSettingProps) {
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
          hint={`${hint} From ${low} to ${high}; the default is ${standard}.`}
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

/** The text about Premium for members without it. */
export function PremiumTextSetting({ value, standard }: { value: string; standard: string }) {
  const form = useForm({ defaultValues: { text: value } })
  const draft = useWatch({ control: form.control, name: 'text' }).trim()
  const { errors, isSubmitting } = form.formState
  const setting = useSetting({ name: 'premium_text', value, draft, standard })

  return (
    <Panel title="About Premium">
      <form onSubmit={submitForm(form, setting.save)} noValidate className="grid gap-3">
        <Controller
          control={form.control}
          name="text"
          render={({ field }) => (
            <TextArea
              label="What Premium offers and how to get it"
              hint="Shown on the Membership page and next to every Premium feature. Each line is a paragraph."
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
              Back to the default text
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}

type SwitchSettingProps = {
  name: 'confirmed_to_write' | 'staff_strong_auth'
  label: string
  hint: string
  /** 1 or 0. */
  value: number
  standard: number
}

/** A setting that is on or off, saved as soon as it is switched. */
export function SwitchSetting({ name, label, hint, value, standard }: SwitchSettingProps) {
  const setting = useSetting({ name, value, draft: 1 - value, standard })
  return (
    <Switch
      label={label}
      hint={`${hint} ${standard === 1 ? 'On' : 'Off'} by default.`}
      checked={value === 1}
      onChange={() => void setting.save().catch((error: Error) => showToast('danger', error.message))}
    />
  )
}

const numbers: { key: NumberKey; label: string; hint: string }[] = [
  {
    key: 'photos_min',
    label: 'Photos a member needs',
    hint: 'Members with fewer approved photos don’t appear when others browse or search.',
  },
  {
    key: 'photos_max',
    label: 'Photos a member may have',
    hint: 'Further uploads are refused. Existing photos stay.',
  },
  {
    key: 'max_prompts',
    label: 'Discussion prompts on a profile',
    hint: 'How many prompts a member may answer.',
  },
  {
    key: 'notification_show_interval',
    label: 'Seconds a notification shows',
    hint: 'Banners and toasts disappear after this time.',
  },
  {
    key: 'notifications_gap',
    label: 'Seconds between two notifications',
    hint: 'How long the next one waits after the last has disappeared.',
  },
  {
    key: 'pages_minute',
    label: 'Pages of lists a member may read in a minute',
    hint: 'Lists and searches together. Reading more looks like scraping and is counted on the member’s page.',
  },
  {
    key: 'pages_day',
    label: 'Pages of lists a member may read in a day',
    hint: 'Lists and searches together, in 24 hours.',
  },
  {
    key: 'first_messages',
    label: 'Conversations a member may start in a day',
    hint: 'With people who have neither written to them nor liked them. Replies are not limited.',
  },
  {
    key: 'first_messages_verified',
    label: 'Conversations a verified member may start in a day',
    hint: 'The same, for members with verified photos.',
  },
  {
    key: 'likes',
    label: 'Likes a member may send in a day',
    hint: 'In 24 hours. Liking the same person again does not count.',
  },
]

export function SettingsTab() {
  const settings = useAdminQuery('GET /api/admin/settings', {})
  return (
    <>
      <p className="max-w-2xl text-muted">
        Changes take effect immediately, in every process and for everyone online.
      </p>
      <QueryResult query={settings}>
        {({ items }) => {
          const find = <K extends keyof SiteSettings>(key: K) => {
            const found = items.find((item) => item.key === key)
            return { value: found?.value as SiteSettings[K], standard: found?.standard as SiteSettings[K] }
          }
          const { keys = [] } = items.find(({ key }) => key === 'report_reasons') ?? {}
          const reasons = find('report_reasons').value.map((words, at) => ({ key: keys[at] ?? null, words }))
          const premium = find('premium_text')
          return (
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <Panel title="Numbers">
                <ul className="divide-y divide-line">
                  {numbers.map(({ key, ...rest }) => (
                    <NumberSetting key={`${key} ${find(key).value}`} name={key} {...rest} {...find(key)} />
                  ))}
                </ul>
              </Panel>
              <div className="grid gap-4">
                <Panel title="Who may write">
                  <SwitchSetting
                    name="confirmed_to_write"
                    label="Only with a confirmed address"
                    hint="Members need a confirmed email address to start a conversation, but not to reply."
                    {...find('confirmed_to_write')}
                  />
                </Panel>
                <Panel title="Admins and moderators">
                  <SwitchSetting
                    name="staff_strong_auth"
                    label="Only with a passkey or two-step verification"
                    hint="Staff without either are asked to set one up before they can use this area."
                    {...find('staff_strong_auth')}
                  />
                </Panel>
                <ReasonsSetting
                  key={reasons.map(({ key, words }) => `${key} ${words}`).join('\n')}
                  value={reasons}
                  standard={standardReasons}
                />
                <PremiumTextSetting key={premium.value} {...premium} />
              </div>
            </div>
          )
        }}
      </QueryResult>
    </>
  )
}
