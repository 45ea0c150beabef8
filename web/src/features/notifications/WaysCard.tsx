import type { NotifyKey, NotifyWay } from '@rosella/contract/notifications/rules'
import type { Reply } from '../../platform/api'
import { useSession } from '../../platform/session'
import { ChoiceGroup } from '../../ui/ChoiceGroup'
import { SettingsCard } from '../../ui/SettingsCard'
import { useNotificationSetting } from './use-notification-setting'

type Settings = Reply<'GET /api/user-settings'>

const rows: readonly { key: NotifyKey; label: string; hint?: string }[] = [
  { key: 'notify_messages', label: 'Messages' },
  { key: 'notify_matches', label: 'Matches', hint: 'Somebody you like likes you as well.' },
  { key: 'notify_likes', label: 'Likes' },
  { key: 'notify_roses', label: 'Roses' },
  {
    key: 'notify_saved',
    label: 'Saved searches',
    hint: 'Of those for which you have chosen daily or weekly, at most once a day.',
  },
]

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
      {rows.map((row) => (
        <Row key={row.key} name={row.key} label={row.label} hint={row.hint} value={u[row.key]} push={push} />
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
