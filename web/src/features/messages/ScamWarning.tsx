import { sentences } from '@rosella/contract/sentences'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../platform/api'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'

type ScamWarningProps = {
  partnerId: number
  isAboutPictures: boolean
  onReport: () => void
  onBlock: () => void
  /** The member dismissed it; it never returns in this conversation. */
  onFine: () => void
}

/** Warns the receiver of messages that look like a scam, above the conversation. */
export function ScamWarning({ partnerId, isAboutPictures, onReport, onBlock, onFine }: ScamWarningProps) {
  const [pending, setPending] = useState(false)
  async function dismiss() {
    setPending(true)
    try {
      await call('POST /api/scam-warning-dismiss', { recipient_id: partnerId })
      onFine()
    } catch (error) {
      showToast('danger', (error as Error).message)
      setPending(false)
    }
  }
  return (
    <section
      aria-label="Scam warning"
      className="grid gap-1 border-line border-b bg-wattle-soft px-measure py-3 text-on-wattle-soft"
    >
      <p role="status" className="flex gap-2.5 text-sm">
        <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          <span className="font-semibold">
            {isAboutPictures ? sentences.picturesWarning : sentences.scamWarning}
          </span>{' '}
          <Link
            to={isAboutPictures ? '/safety#pictures' : '/safety#scams'}
            className="whitespace-nowrap underline underline-offset-3"
          >
            {isAboutPictures ? 'What to do' : 'What to look out for'}
          </Link>
        </span>
      </p>
      <div className="-mb-1 flex flex-wrap gap-1 sm:ps-6">
        <Button tone="bare" className="px-3 text-sm" onClick={onReport}>
          Report
        </Button>
        <Button tone="bare" className="px-3 text-sm" onClick={onBlock}>
          Block
        </Button>
        <Button tone="bare" className="px-3 text-sm" pending={pending} onClick={() => void dismiss()}>
          It’s fine
        </Button>
      </div>
    </section>
  )
}
