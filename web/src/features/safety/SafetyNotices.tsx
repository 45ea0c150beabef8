import type { SafetyNotice } from '@rosella/contract/safety/endpoints'
import { warningAdvice, warningText } from '@rosella/contract/safety/rules'
import { sentences } from '@rosella/contract/sentences'
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import { call } from '../../platform/api'
import { queryClient } from '../../platform/query'
import { queryKeys } from '../../platform/query-keys'
import { reloadSession } from '../../platform/session/reload-session'
import { getSession, isImpersonating, useSession } from '../../platform/session/session'
import { siteContact } from '../../platform/site'
import { TimeAgo } from '../../platform/TimeAgo'
import { showToast } from '../../platform/toast'
import { Banner } from '../../ui/overlays/Banner'
import { SettingsCard } from '../../ui/SettingsCard'
import { VisuallyHidden } from '../../ui/VisuallyHidden'

function useSafetyNotices() {
  const session = useSession()
  return useQuery({
    queryKey: queryKeys.safetyNotices(session?.id),
    queryFn: ({ signal }) => call('GET /api/safety-notices', {}, { signal }),
  })
}

/** On every screen until each warning or correction has been dismissed, the newest first. */
export function SafetyNoticeBanner() {
  return (
    // Public pages, which have no cache, show it too.
    <QueryClientProvider client={queryClient}>
      <NewestNotice />
    </QueryClientProvider>
  )
}

function NewestNotice() {
  const unseen = useSafetyNotices().data?.items.filter(({ seen }) => !seen) ?? []
  const dismiss = useMutation({
    mutationFn: ({ id }: SafetyNotice) => call('POST /api/safety-notice-seen', { id }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.safetyNotices(getSession()?.id) })
      await reloadSession()
      document.getElementById('content')?.focus({ preventScroll: true })
    },
    onError: (error) => showToast('danger', error.message),
  })
  const [notice] = unseen
  if (!notice) return null
  const { title, text } = warningText(notice)
  return (
    <aside aria-label="Safety notice" className="mx-auto w-full max-w-6xl px-4 pt-4 sm:px-6">
      <Banner
        tone="wattle"
        icon={ShieldAlert}
        // An admin who acts as the member must leave no trace.
        onClose={isImpersonating() ? undefined : () => !dismiss.isPending && dismiss.mutate(notice)}
      >
        <div role="status" className="grid gap-1">
          <p className="font-semibold">
            {title}
            {unseen.length > 1 && ` (1 of ${unseen.length})`}
          </p>
          <p>{text}</p>
        </div>
        {!notice.withdrawn && (
          <details className="mt-1">
            <summary className="min-h-11 cursor-pointer content-center font-semibold underline underline-offset-3">
              What to do
            </summary>
            <Advice />
          </details>
        )}
      </Banner>
    </aside>
  )
}

function Advice() {
  return (
    <ul className="grid list-disc gap-1 ps-5">
      {warningAdvice.map(({ text, link }) => (
        <li key={text}>
          {text}{' '}
          {link && (
            <a href={link.url} rel="noreferrer" className="font-semibold underline underline-offset-3">
              {link.label}
            </a>
          )}
        </li>
      ))}
      <li>
        To reach our moderators, write to{' '}
        <a
          href={`mailto:${siteContact}`}
          className="wrap-anywhere font-semibold underline underline-offset-3"
        >
          {siteContact}
        </a>
        .
      </li>
    </ul>
  )
}

/** All warnings, also dismissed ones. Most members have none and see no card. */
export function SafetyNoticesCard() {
  const notices = useSafetyNotices()
  const items = notices.data?.items ?? []
  if (notices.isPending) return <VisuallyHidden>{sentences.loading}</VisuallyHidden>
  if (items.length === 0) return null
  return (
    <SettingsCard title="Safety notices">
      <ul aria-label="Safety notices" className="grid gap-3">
        {items.map((notice) => {
          const { title, text } = warningText(notice)
          return (
            <li key={notice.id} className="petal-md grid gap-1 bg-sunken px-5 py-3.5">
              <p className="font-semibold">{title}</p>
              <p>{text}</p>
              <p className="text-muted text-sm">
                <TimeAgo at={notice.created_ts * 1000} />
              </p>
            </li>
          )
        })}
      </ul>
      {items.some(({ withdrawn }) => !withdrawn) && (
        <div className="grid gap-2">
          <h3 className="text-lg">What to do after a warning</h3>
          <Advice />
        </div>
      )}
    </SettingsCard>
  )
}
