import VenetianMask from 'lucide-react/icons/venetian-mask'
import { SafetyNoticeBanner } from '../features/safety/SafetyNotices'
import { backToAdmin, isImpersonating, useSession } from '../platform/session/session'
import { Button } from '../ui/Button'
import { Banner } from '../ui/overlays/Banner'

/** Above every screen for the few members who need them. One file, which only they load. */
export function Banners() {
  const session = useSession()
  if (!session) return null
  return (
    <>
      {isImpersonating() && <ImpersonationBanner name={session.username ?? session.email} />}
      {session.unseen_notices > 0 && <SafetyNoticeBanner key={session.id} />}
    </>
  )
}

/** Stays on every page while an admin acts as a member, so that they don't forget it. */
function ImpersonationBanner({ name }: { name: string }) {
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
        You’re acting as <strong>{name}</strong>. Browsing leaves no trace.
      </Banner>
    </aside>
  )
}
