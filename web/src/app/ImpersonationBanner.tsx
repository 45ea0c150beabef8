import VenetianMask from 'lucide-react/icons/venetian-mask'
import { backToAdmin, useSession } from '../platform/session/session'
import { Button } from '../ui/Button'
import { Banner } from '../ui/overlays/Banner'

/** Stays on every page while an admin acts as a member, so that they don't forget it. */
export function ImpersonationBanner() {
  const session = useSession()
  if (!session) return null
  return (
    <aside aria-label="Acting as a member" className="mx-auto w-full max-w-6xl px-4 pt-4 sm:px-6">
      <Banner
        tone="wattle"
        icon={VenetianMask}
        action={
          <Button tone="quiet" onClick={backToAdmin}>
            Back to Admin
          </Button>
        }
      >
        You’re acting as <strong>{session.username ?? session.email}</strong>. Browsing leaves no trace.
      </Banner>
    </aside>
  )
}
