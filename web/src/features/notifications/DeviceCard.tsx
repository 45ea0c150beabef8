import { BellOff, BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isImpersonating } from '../../platform/session'
import { siteName } from '../../platform/site'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import { SettingsCard } from '../../ui/SettingsCard'
import { Tag } from '../../ui/Tag'
import { type DeviceState, readDevice, turnOff, turnOn } from './device'

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
