import { sentences } from '@rosella/contract/sentences'
import { useQuery } from '@tanstack/react-query'
import { call, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { isImpersonating } from '../../platform/session/session'
import { TimeAgo } from '../../platform/TimeAgo'
import { SettingsCard } from '../../ui/SettingsCard'
import { Skeleton } from '../../ui/Skeleton'
import { Tag } from '../../ui/Tag'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { LoadFailed } from './LoadFailed'

type Report = Reply<'GET /api/my-reports'>['reports'][number]

const outcomes: Record<string, string> = {
  dismissed: 'Closed: we found no breach of the rules',
  warned: 'Closed: the member was warned',
  suspended: 'Closed: the member was suspended',
  banned: 'Closed: the member was banned',
}

/** The member's reports and their outcomes, which admins can't see. */
export function ReportsCard() {
  const isHidden = isImpersonating()
  const reports = useQuery({
    enabled: !isHidden,
    queryKey: queryKeys.ownReports,
    queryFn: ({ signal }) => call('GET /api/my-reports', {}, { signal }),
    staleTime: 0,
  })
  return (
    <SettingsCard title="Reports">
      {isHidden ? (
        <p className="text-muted">You can’t see a member’s reports.</p>
      ) : reports.data ? (
        <OwnReports reports={reports.data.reports} />
      ) : reports.error ? (
        <LoadFailed query={reports} />
      ) : (
        <div>
          <VisuallyHidden>{sentences.loading}</VisuallyHidden>
          <Skeleton className="petal-md h-19" />
        </div>
      )}
    </SettingsCard>
  )
}

function OwnReports({ reports }: { reports: Report[] }) {
  if (reports.length === 0) {
    return (
      <p className="text-muted">
        You haven’t reported anyone. To report a member, choose “Report user” from the menu on their profile
        or in your conversation, or the flag next to a message.
      </p>
    )
  }
  return (
    <ul aria-label="Your reports" className="grid gap-3">
      {reports.map((report) => (
        <li
          key={report.id}
          className="petal-md flex flex-wrap items-center gap-x-4 gap-y-2 bg-sunken px-5 py-3.5"
        >
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-semibold">{report.reason}</p>
            <p className="text-muted text-sm">
              No. {report.id} · <TimeAgo at={report.created_ts * 1000} />
            </p>
          </div>
          <Tag tone={report.outcome === null ? 'wattle' : 'gum'}>{reportStateText(report)}</Tag>
        </li>
      ))}
    </ul>
  )
}

function reportStateText({ state, outcome }: Report): string {
  if (outcome !== null) return outcomes[outcome] ?? 'Closed'
  return state === 'in review' ? 'A moderator is reviewing it' : 'Received'
}
