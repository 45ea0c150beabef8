import { sentences } from '@rosella/contract/sentences'
import { useSettings } from '../../platform/user-settings'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { SettingsCard } from '../../ui/SettingsCard'
import { Skeleton } from '../../ui/Skeleton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { DeviceCard } from './DeviceCard'
import { QuietCard } from './QuietCard'
import { WaysCard } from './WaysCard'

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
