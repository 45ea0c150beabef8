import { isNotificationValue } from '@rosella/contract/notifications/rules'
import type { Reply } from '../../platform/api'
import { Field } from '../../ui/Field'
import { SettingsCard } from '../../ui/SettingsCard'
import { browserTimeZone } from './keep-time-zone'
import { useNotificationSetting } from './use-notification-setting'

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
