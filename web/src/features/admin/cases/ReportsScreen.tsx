import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLive } from '../../../platform/live/live'
import { TimeAgo } from '../../../platform/TimeAgo'
import { EmptyState } from '../../../ui/EmptyState'
import { Avatar } from '../../../ui/member/Avatar'
import { Pager } from '../../../ui/Pager'
import { Tabs } from '../../../ui/Tabs'
import { Tag } from '../../../ui/Tag'
import { AdminPage } from '../AdminPage'
import { QueryResult } from '../QueryResult'
import { useAdminQuery, usePage } from '../use-admin'
import { WaitingTime } from '../WaitingTime'
import {
  APPEAL_PATIENCE,
  accusedName,
  appealTag,
  formatDuration,
  type ListedState,
  listedStates,
  reporterName,
  severityInfo,
  stateTag,
} from './case-labels'

/** A case in a list. The whole row links to it. */
export function ReportRow({ report, list }: { report: AdminReport; list: ListedState }) {
  const { id, severity, reason, info, member, assignee, assignee_id, appeal, own } = report
  const urgency = severityInfo(severity)
  const state = stateTag(report)
  return (
    <li className="petal-md relative grid gap-x-5 gap-y-2 bg-surface px-4 py-3 inset-ring inset-ring-line transition hover:bg-sunken md:grid-cols-[minmax(0,1fr)_9.5rem_8.5rem_10rem]">
      <div className="flex min-w-0 gap-3">
        <Avatar name={accusedName(report)} photo={member.photo_url ? { src: member.photo_url } : null} />
        <div className="grid min-w-0 gap-0.5">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link to={`/admin/reports/${id}`} className="font-bold text-base after:absolute after:inset-0">
              <span className="text-muted tabular-nums">No. {id}</span> {reason}
            </Link>
            <Tag tone={urgency.tone}>{urgency.label}</Tag>
            {own && <Tag>Your own report</Tag>}
          </div>
          <p className="flex flex-wrap items-center gap-x-1.5">
            {reporterName(report)}{' '}
            <ArrowRight role="img" aria-label="reported" className="size-4 text-muted" />
            <span className="font-semibold">{accusedName(report)}</span>
            {report.about_member.total > 1 && (
              <span className="text-muted">· {report.about_member.total} reports</span>
            )}
          </p>
          {info && <p className="line-clamp-1 text-muted">{info}</p>}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-md:ps-14 md:contents">
        <Part label={list === 'closed' ? 'Closed' : 'Waiting'}>
          {list === 'open' && <WaitingTime since={report.created_ts} patience={urgency.patience} />}
          {list === 'appealed' && appeal && (
            <WaitingTime since={appeal.created_ts} patience={APPEAL_PATIENCE} />
          )}
          {list === 'closed' && report.closed_ts !== null && (
            <span>
              <TimeAgo at={report.closed_ts * 1000} />
              <span className="text-muted">
                , after {formatDuration(report.closed_ts - report.created_ts)}
              </span>
            </span>
          )}
        </Part>
        <Part label={list === 'open' ? 'Moderator' : 'Decided by'}>
          {list === 'open' ? (
            assignee_id === null ? (
              <span className="text-muted">Nobody yet</span>
            ) : (
              (assignee ?? `Staff member ${assignee_id}`)
            )
          ) : (
            (report.closer ?? `Staff member ${report.closed_by}`)
          )}
        </Part>
        <div className="flex flex-wrap items-center gap-1.5 md:justify-end">
          <Tag tone={state.tone}>{state.label}</Tag>
          {appeal && <Tag tone={appealTag(appeal).tone}>{appealTag(appeal).label}</Tag>}
        </div>
      </div>
    </li>
  )
}

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline gap-x-1.5 md:grid md:content-center">
    <span className="text-muted text-xs max-md:sr-only">{label}</span>
    {children}
  </div>
)

const labels: Record<ListedState, string> = { open: 'Open', appealed: 'Appealed', closed: 'Closed' }
const emptyTexts: Record<ListedState, { title: string; text: string }> = {
  open: { title: 'No open reports', text: 'New reports appear here automatically.' },
  appealed: { title: 'No open appeals', text: 'Members can appeal once against a decision.' },
  closed: { title: 'No closed cases', text: 'Closed cases stay here for good.' },
}

/** Cases: the urgencyst and oldest first while they wait, the latest first once they are closed. */
export function ReportsScreen() {
  const { page, hrefFor, search } = usePage()
  const state = listedStates.find((one) => one === search.get('state')) ?? 'open'
  const list = useAdminQuery('GET /api/admin/reports', { state, p: page })
  const overview = useAdminQuery('GET /api/admin/overview', {})
  const open = useLive((live) => live.adminAlerts.reports)
  const counts: Partial<Record<ListedState, number>> = {
    open: overview.data?.queues.reports.waiting ?? open,
    appealed: overview.data?.queues.appeals.waiting,
  }
  return (
    <AdminPage
      title="Reports"
      actions={
        <Tabs
          label="Reports"
          tabs={listedStates.map((one) => ({
            to: one === 'open' ? '/admin/reports' : `/admin/reports?state=${one}`,
            label: labels[one],
            current: one === state,
            count: counts[one],
            countLabel: 'waiting',
          }))}
        />
      }
    >
      <QueryResult query={list}>
        {({ items, pages }) =>
          items.length === 0 ? (
            <EmptyState title={emptyTexts[state].title} icon={Inbox}>
              {emptyTexts[state].text}
            </EmptyState>
          ) : (
            <>
              <ul aria-label={`${labels[state]} cases`} className="grid gap-2">
                {items.map((report) => (
                  <ReportRow key={report.id} report={report} list={state} />
                ))}
              </ul>
              <Pager page={Math.min(page, pages)} pages={pages} hrefFor={hrefFor} />
            </>
          )
        }
      </QueryResult>
    </AdminPage>
  )
}
