import { Link } from 'react-router'
import type { Reply } from '../../../platform/api'
import { TimeAgo } from '../../../platform/TimeAgo'
import { Tag } from '../../../ui/Tag'
import { severityInfo, stateTag } from './case-labels'

type CaseLine = Reply<'GET /api/admin/report'>['others'][number]

export function CaseList({ cases, empty }: { cases: readonly CaseLine[]; empty: string }) {
  if (cases.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <ul className="grid gap-2.5">
      {cases.map((line) => {
        const { label, tone } = stateTag(line)
        return (
          <li key={line.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
            <span className="min-w-0">
              <Link
                to={`/admin/reports/${line.id}`}
                className="font-semibold underline decoration-line-strong underline-offset-3"
              >
                No. {line.id} {line.reason}
              </Link>
              <span className="block text-muted text-xs">
                {severityInfo(line.severity).label} · <TimeAgo at={line.created_ts * 1000} />
              </span>
            </span>
            <Tag tone={tone}>{label}</Tag>
          </li>
        )
      })}
    </ul>
  )
}
