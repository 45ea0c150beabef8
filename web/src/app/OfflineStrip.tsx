import { WifiOff } from 'lucide-react'
import { useIsOnline } from '../platform/online'

/** Says why nothing is sent. The status stands there before it has something to say, so that it is read out. */
export function OfflineStrip() {
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex min-h-9 items-center justify-center gap-2 bg-wattle-soft px-4 py-1.5 font-semibold text-on-wattle-soft text-sm">
          <WifiOff aria-hidden="true" className="size-4.5 shrink-0" />
          You are offline. Nothing is sent until you are connected again.
        </p>
      )}
    </div>
  )
}
