import { type NotifyKey, type NotifyWay, notificationSettings } from '@rosella/contract/notifications/kinds'
import { isNotificationValue, type NotificationKey } from '@rosella/contract/notifications/rules'
import { sentences } from '@rosella/contract/sentences'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import BellOff from 'lucide-react/icons/bell-off'
import BellRing from 'lucide-react/icons/bell-ring'
import { useEffect, useState } from 'react'
import { call, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { isImpersonating, useSession } from '../../platform/session/session'
import { siteName } from '../../platform/site'
import { showToast } from '../../platform/toast'
import { useSettings } from '../../platform/user-settings'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { ChoiceGroup } from '../../ui/forms/ChoiceGroup'
import { Field } from '../../ui/forms/Field'
import { SettingsCard } from '../../ui/SettingsCard'
import { Skeleton } from '../../ui/Skeleton'
import { Tag } from '../../ui/Tag'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { type DeviceState, readDevice, turnOff, turnOn } from './device'
import { browserTimeZone } from './keep-time-zone'

const words: Record<DeviceState | 'off', string> = {
  off: `${siteName} sends no notifications to devices here: its operator has switched them off.`,
  unsupported:
    'This browser cannot show notifications of sites. On an iPhone or iPad, add the site to the home screen first.',
  denied:
    'This browser has been told not to show notifications of this site. You can allow them in its settings for the site.',
  ready: 'A short notification on this device, also while the site is closed. It ends when you log out here.',
  on: 'This device is told what you have chosen above. It ends when you log out here.',
}

/** The browser asks for leave only once somebody has clicked. */
export function DeviceCard({ push }: { push: boolean }) {
  const [device, setDevice] = useState<DeviceState>()
  const [pending, setPending] = useState(false)
  useEffect(() => {
    let left = false
    void readDevice().then((found) => left || setDevice(found))
    return () => {
      left = true
    }
  }, [])
  const state = push ? device : 'off'

  async function change(turn: () => Promise<DeviceState>) {
    setPending(true)
    try {
      setDevice(await turn())
    } catch (error) {
      showToast('danger', (error as Error).message)
      setDevice(await readDevice())
    }
    setPending(false)
  }

  return (
    <SettingsCard
      title="This device"
      aside={
        state === 'on' && (
          <Tag tone="gum" icon={BellRing}>
            On here
          </Tag>
        )
      }
    >
      <p role="status" className="min-h-6 text-muted">
        {state && words[state]}
      </p>
      {/* An admin's device is not the member's. */}
      {state === 'ready' && !isImpersonating() && (
        <Button
          icon={BellRing}
          pending={pending}
          onClick={() => void change(turnOn)}
          className="justify-self-start"
        >
          Tell me on this device
        </Button>
      )}
      {state === 'on' && (
        <Button
          tone="bare"
          icon={BellOff}
          pending={pending}
          onClick={() => void change(turnOff)}
          className="justify-self-start"
        >
          Stop telling me on this device
        </Button>
      )}
    </SettingsCard>
  )
}

type Settings = Reply<'GET /api/user-settings'>

/** Shown at once; what the server refuses is as it was, and the toast says why. */
export function useNotificationSetting(key: NotificationKey) {
  const cache = useQueryClient()
  return useMutation({
    // One at a time and in order, so that the last choice is what stays.
    scope: { id: `setting-${key}` },
    mutationFn: (value: string) => call('POST /api/settings-auto-save', { key, value }),
    onMutate: async (value: string) => {
      await cache.cancelQueries({ queryKey: queryKeys.userSettings })
      const before = cache.getQueryData<Settings>(queryKeys.userSettings)
      cache.setQueryData<Settings>(
        queryKeys.userSettings,
        (settings) => settings && { ...settings, u: { ...settings.u, [key]: value } },
      )
      return before
    },
    onError: (error, _value, before) => {
      cache.setQueryData(queryKeys.userSettings, before)
      showToast('danger', error.message)
    },
  })
}

type Own = Reply<'GET /api/user-settings'>['u']

/** When nothing is sent: what comes meanwhile is told when they are over. */
export function QuietCard({ u }: { u: Own }) {
  return (
    <SettingsCard title="Quiet hours">
      <p className="text-muted">
        What comes in these hours is told when they are over. They go by the clocks of{' '}
        {(u.time_zone || browserTimeZone()).replaceAll('_', ' ')}, as your browser says. Empty both for none.
      </p>
      <div className="grid grid-cols-2 gap-4 max-[22rem]:grid-cols-1">
        <TimeField name="quiet_from" label="From" value={u.quiet_from} />
        <TimeField name="quiet_to" label="To" value={u.quiet_to} />
      </div>
    </SettingsCard>
  )
}

type TimeFieldProps = { name: 'quiet_from' | 'quiet_to'; label: string; value: string }

/** Saved when it is left: a time is typed in two halves. */
function TimeField({ name, label, value }: TimeFieldProps) {
  const change = useNotificationSetting(name)
  return (
    <Field
      // What the server refused is shown as it was.
      key={value}
      type="time"
      label={label}
      defaultValue={value}
      onBlur={({ target }) => {
        if (target.value !== value && isNotificationValue(name, target.value)) change.mutate(target.value)
      }}
    />
  )
}

const ways: readonly { value: NotifyWay; label: string }[] = [
  { value: 'push', label: 'Push' },
  { value: 'mail', label: 'Mail' },
  { value: 'both', label: 'Both' },
  { value: 'none', label: 'None' },
]

/** What the member is told of, and how. */
export function WaysCard({ u, push }: Pick<Settings, 'u' | 'push'>) {
  const session = useSession()
  return (
    <SettingsCard title="Notifications">
      <p className="text-muted">
        We write when you have not been here for ten minutes: once about a conversation until you open it, and
        at most once an hour. Neither a mail nor a notification says who it was or what they wrote.
        {session?.email_confirmed === false &&
          ' Mails go to verified addresses only; yours is not verified yet.'}
      </p>
      {notificationSettings.map(({ key, label, hint }) => (
        <Row key={key} name={key} label={label} hint={hint} value={u[key]} push={push} />
      ))}
    </SettingsCard>
  )
}

type RowProps = { name: NotifyKey; label: string; hint?: string; value: NotifyWay; push: boolean }

function Row({ name, label, hint, value, push }: RowProps) {
  const change = useNotificationSetting(name)
  const options = ways.map((way) => ({
    ...way,
    // What was chosen while it was on stays to be seen.
    disabled: !push && (way.value === 'push' || way.value === 'both') && way.value !== value,
  }))
  return (
    <ChoiceGroup
      legend={label}
      hint={hint}
      options={options}
      value={value}
      onChange={(way) => way !== null && change.mutate(way)}
    />
  )
}

/** /settings#notifications: what to tell, on which device, and when not to. */
export function NotificationsSection() {
  const { data, error, refetch } = useSettings()
  if (data)
    return (
      <>
        <WaysCard u={data.u} push={data.push} />
        <DeviceCard push={data.push} />
        <QuietCard u={data.u} />
      </>
    )
  return (
    <SettingsCard title="Notifications">
      {error ? (
        <Alert
          action={
            <Button tone="quiet" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Alert>
      ) : (
        <div className="grid gap-5">
          <VisuallyHidden>{sentences.loading}</VisuallyHidden>
          {['messages', 'matches', 'likes'].map((row) => (
            <Skeleton key={row} className="h-18 rounded-input" />
          ))}
        </div>
      )}
    </SettingsCard>
  )
}
