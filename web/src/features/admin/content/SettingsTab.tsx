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
import { useAdminRead } from '../use-admin'
import { ReasonsSetting } from './ReasonsSetting'
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

type SwitchSettingProps = {
  name: 'confirmed_to_write' | 'staff_strong_auth'
  label: string
  words: string
  /** 1 or 0. */
  value: number
  standard: number
}

/** A setting that is on or off, saved as soon as it is switched. */
export function SwitchSetting({ name, label, words, value, standard }: SwitchSettingProps) {
  const setting = useSetting({ name, value, draft: 1 - value, standard })
  return (
    <Switch
      label={label}
      hint={`${words} As a standard ${standard === 1 ? 'on' : 'off'}.`}
      checked={value === 1}
      onChange={() => void setting.save().catch((error: Error) => showToast('danger', error.message))}
    />
  )
}

const numbers: { key: NumberKey; label: string; words: string }[] = [
  {
    key: 'photos_min',
    label: 'Photos a member needs',
    words: 'With fewer approved photos a member is seen less after the first day.',
  },
  {
    key: 'photos_max',
    label: 'Photos a member may have',
    words: 'Uploading more is refused. Photos that are there already stay.',
  },
  {
    key: 'max_prompts',
    label: 'Discussion prompts on a profile',
    words: 'How many prompts a member may choose to answer.',
  },
  {
    key: 'notification_show_interval',
    label: 'Seconds a notification shows',
    words: 'Banners and toasts go by themselves after this time.',
  },
  {
    key: 'notifications_gap',
    label: 'Seconds between two notifications',
    words: 'The next one waits so long after the last has gone.',
  },
  {
    key: 'pages_minute',
    label: 'Pages of lists a member may read in a minute',
    words: 'Lists and searches together. More looks like scraping, and is counted on the member’s page.',
  },
  {
    key: 'pages_day',
    label: 'Pages of lists a member may read in a day',
    words: 'Lists and searches together, in 24 hours.',
  },
  {
    key: 'first_messages',
    label: 'Conversations a member may begin in a day',
    words: 'With people who have neither written to nor liked them. Answers are not limited.',
  },
  {
    key: 'first_messages_verified',
    label: 'Conversations a verified member may begin in a day',
    words: 'The same, for members whose photos are verified.',
  },
]

/** The numbers and lists the site goes by; each takes effect at once, everywhere. */
export function SettingsTab() {
  const settings = useAdminRead('GET /api/admin/settings', {})
  return (
    <>
      <p className="max-w-2xl text-muted">
        A change takes effect at once, in every process and for everyone who is online.
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
                    words="Beginning a conversation needs a confirmed email address. Answers need none."
                    {...find('confirmed_to_write')}
                  />
                </Panel>
                <Panel title="Admins and moderators">
                  <SwitchSetting
                    name="staff_strong_auth"
                    label="Only with a passkey or two-step verification"
                    words="Who has neither is led to setting one up before they can do anything here."
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
