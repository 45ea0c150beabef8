import { useQuery } from '@tanstack/react-query'
import { call, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { TimeAgo } from '../../platform/TimeAgo'
import { SettingsCard } from '../../ui/SettingsCard'
import { Tag } from '../../ui/Tag'
import { LoadFailed } from './LoadFailed'

type Report = Reply<'GET /api/my-reports'>['reports'][number]

const outcomes: Record<string, string> = {
  dismissed: 'Closed: we found no breach of the rules',
  warned: 'Closed: the member was warned',
  suspended: 'Closed: the member was suspended',
  banned: 'Closed: the member was banned',
}

/** What became of one's reports. Whoever has never reported anybody is not bothered with it. */
export function ReportsCard() {
  const reports = useQuery({
    queryKey: queryKeys.ownReports,
    queryFn: ({ signal }) => call('GET /api/my-reports', {}, { signal }),
    staleTime: 0,
  })
  if (reports.error) {
    return (
      <SettingsCard title="Your reports">
        <LoadFailed words={reports.error.message} again={() => void reports.refetch()} />
      </SettingsCard>
    )
  }
  if (!reports.data || reports.data.reports.length === 0) return null
  return (
    <SettingsCard title="Your reports">
      <ul aria-label="Your reports" className="grid gap-3">
        {reports.data.reports.map((report) => (
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
    </SettingsCard>
  )
}

function reportStateText({ state, outcome }: Report): string {
  if (outcome !== null) return outcomes[outcome] ?? 'Closed'
  return state === 'in review' ? 'A moderator is looking at it' : 'Received'
}
