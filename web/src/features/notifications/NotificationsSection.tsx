import {
  type NotifyKey,
  type NotifyWay,
  notificationKinds,
  notificationSettings,
} from '@rosella/contract/notifications/kinds'
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
import { browserTimeZone } from './sync-time-zone'

const deviceTexts: Record<DeviceState | 'off', string> = {
  off: `${siteName} doesn’t send push notifications at the moment.`,
  unsupported:
    'This browser can’t show notifications from websites. On an iPhone or iPad, add this site to your home screen first.',
  denied:
    'This browser blocks notifications from this site. You can allow them in the browser’s site settings.',
  ready:
    'Get short notifications on this device, even when the site is closed. They stop when you log out here.',
  on: 'This device gets the notifications you chose above. They stop when you log out here.',
}

/** The browser asks for permission only after a click. */
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
  const cache = useQueryClient()

  async function change(turn: () => Promise<DeviceState>) {
    setPending(true)
    try {
      setDevice(await turn())
    } catch (error) {
      showToast('danger', (error as Error).message)
      setDevice(await readDevice())
    }
    // Push can be chosen while there is a device.
    await cache.invalidateQueries({ queryKey: queryKeys.userSettings })
    setPending(false)
  }

  return (
    <SettingsCard
      title="This device"
      aside={
        state === 'on' && (
          <Tag tone="gum" icon={BellRing}>
            On
          </Tag>
        )
      }
    >
      <p role="status" className="min-h-6 text-muted">
        {state && deviceTexts[state]}
      </p>
      {/* An impersonating admin must not register their own device. */}
      {state === 'ready' && !isImpersonating() && (
        <Button
          icon={BellRing}
          pending={pending}
          onClick={() => void change(turnOn)}
          className="justify-self-start"
        >
          Notify me on this device
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
          Stop notifying me on this device
        </Button>
      )}
    </SettingsCard>
  )
}

type Settings = Reply<'GET /api/user-settings'>

/** A change is shown immediately. If the server refuses it, a toast says why and the old value returns. */
export function useNotificationSetting(key: NotificationKey) {
  const cache = useQueryClient()
  return useMutation({
    // Run sequentially, so that the last choice wins.
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

/** Notifications during quiet hours are sent when they end. */
export function QuietCard({ u }: { u: Own }) {
  return (
    <SettingsCard title="Quiet hours">
      <p className="text-muted">
        We hold back notifications during these hours and send them afterwards. Your browser’s time zone is{' '}
        {(u.time_zone || browserTimeZone()).replaceAll('_', ' ')}. Clear both fields for no quiet hours.
      </p>
      <div className="grid grid-cols-2 gap-4 max-[22rem]:grid-cols-1">
        <TimeField name="quiet_from" label="From" value={u.quiet_from} />
        <TimeField name="quiet_to" label="To" value={u.quiet_to} />
      </div>
    </SettingsCard>
  )
}

type TimeFieldProps = { name: 'quiet_from' | 'quiet_to'; label: string; value: string }

/** Saved on blur, because hours and minutes are typed separately. */
function TimeField({ name, label, value }: TimeFieldProps) {
  const change = useNotificationSetting(name)
  return (
    <Field
      // Resets the field when the server refuses a value.
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
  { value: 'mail', label: 'Email' },
  { value: 'both', label: 'Both' },
  { value: 'none', label: 'None' },
]

export function WaysCard({ u, push, push_devices }: Omit<Settings, 's'>) {
  const session = useSession()
  const canPush = push && push_devices > 0
  const wantsPush = Object.values(notificationKinds).some(
    ({ setting, default: unchanged }) =>
      u[setting] !== unchanged && (u[setting] === 'push' || u[setting] === 'both'),
  )
  return (
    <SettingsCard title="Notifications">
      <p className="text-muted">
        We email you once you’ve been offline for ten minutes: once per conversation until you open it, and at
        most once an hour. Push notifications arrive straight away. Emails and notifications never say who it
        was or what they wrote.
        {session?.email_confirmed === false &&
          ' We only email confirmed addresses, and yours isn’t confirmed yet.'}
      </p>
      {push && !canPush && (
        <p className="petal-sm bg-wattle-soft px-4 py-3 text-on-wattle-soft text-sm">
          {wantsPush
            ? 'None of your devices gets push notifications at the moment. '
            : 'To choose push, add a device first. '}
          You’ll find “Notify me on this device” below.
        </p>
      )}
      {notificationSettings.map(({ key, label, hint }) => (
        <Row key={key} name={key} label={label} hint={hint} value={u[key]} canPush={canPush} />
      ))}
    </SettingsCard>
  )
}

type RowProps = { name: NotifyKey; label: string; hint?: string; value: NotifyWay; canPush: boolean }

function Row({ name, label, hint, value, canPush }: RowProps) {
  const change = useNotificationSetting(name)
  const options = ways.map((way) => ({
    ...way,
    // A choice made while push was available stays visible.
    disabled: !canPush && (way.value === 'push' || way.value === 'both') && way.value !== value,
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

/** /settings#notifications: which notifications, on which devices, and quiet hours. */
export function NotificationsSection() {
  const { data, error, isFetching, refetch } = useSettings()
  if (data)
    return (
      <>
        <WaysCard u={data.u} push={data.push} push_devices={data.push_devices} />
        <DeviceCard push={data.push} />
        <QuietCard u={data.u} />
      </>
    )
  return (
    <SettingsCard title="Notifications">
      {error ? (
        <Alert
          action={
            <Button tone="quiet" pending={isFetching} onClick={() => void refetch()}>
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
