import { Download } from 'lucide-react'
import { useState } from 'react'
import { download } from '../../platform/download'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import { SettingsCard } from '../../ui/SettingsCard'

export function DownloadData() {
  const [pending, setPending] = useState(false)

  async function fetchData() {
    setPending(true)
    try {
      await download('/api/my-data', 'my-data.zip')
    } catch (error) {
      showToast('danger', (error as Error).message)
    }
    setPending(false)
  }

  return (
    <SettingsCard title="Your data">
      <p className="text-muted">
        A ZIP file with everything we hold about you: your account, profile, messages, likes and roses as
        text, and your photos.
      </p>
      <div>
        <Button tone="quiet" icon={Download} pending={pending} onClick={fetchData}>
          Download my data
        </Button>
      </div>
    </SettingsCard>
  )
}
