import { NORMAL_WRONG_CODES } from '@rosella/contract/access/rules'
import type { Overview } from '@rosella/contract/admin/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import type { LucideIcon } from 'lucide-react'
import BadgeCheck from 'lucide-react/icons/badge-check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Flag from 'lucide-react/icons/flag'
import Images from 'lucide-react/icons/images'
import Scale from 'lucide-react/icons/scale'
import { Link } from 'react-router'
import { TimeAgo } from '../../../platform/TimeAgo'
import { Alert } from '../../../ui/Alert'
import { cx } from '../../../ui/cx'
import { Skeleton } from '../../../ui/Skeleton'
import { AdminPage } from '../AdminPage'
import { statusLabels } from '../members/status-labels'
import { QueryResult } from '../QueryResult'
import { Cell, Row, Table } from '../Table'
import { useAdminQuery } from '../use-admin'
import { formatDay } from '../when'
import { DayChart } from './DayChart'
import { Workload } from './WorkloadScreen'

/** Messages and sign-ups send no event to admins, so the screen polls. */
const REFRESH_MS = 60_000

const queues = [
  { key: 'photos', label: 'Photos to review', to: '/admin/photos', icon: Images },
  { key: 'verifications', label: 'Verifications', to: '/admin/verifications', icon: BadgeCheck },
  { key: 'reports', label: 'Open reports', to: '/admin/reports', icon: Flag },
  { key: 'appeals', label: 'Open appeals', to: '/admin/reports?state=appealed', icon: Scale },
] as const

const charts = [
  { key: 'signups', title: 'Sign-ups', one: 'sign-up', many: 'sign-ups', addsUp: true },
  { key: 'active', title: 'Active members', one: 'active member', many: 'active members', addsUp: false },
  { key: 'messages', title: 'Messages', one: 'message', many: 'messages', addsUp: true },
  { key: 'reports', title: 'Reports', one: 'report', many: 'reports', addsUp: true },
] as const

/** The queues, the number of members and the last 30 days. */
export function DashboardScreen() {
  const overview = useAdminQuery('GET /api/admin/overview', {}, { refetchInterval: REFRESH_MS })
  return (
    <AdminPage title="Dashboard">
      <QueryResult query={overview} skeleton={<DashboardSkeleton />}>
        {({ queues: waiting, members, wrong_codes, dates, days }) => (
          <>
            {wrong_codes > NORMAL_WRONG_CODES && (
              <Alert>
                {wrong_codes} wrong log-in codes in the last hour. Somebody may be guessing, so logging in by
                code is slowed down for everybody until it stops.
              </Alert>
            )}
            <ul aria-label="Queues" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
              {queues.map(({ key, ...queue }) => (
                <li key={key}>
                  <QueueCard {...queue} queue={waiting[key]} />
                </li>
              ))}
            </ul>
            <Members members={members} />
            {dates.answers > 0 && (
              <p className="text-muted">
                “How was it?” in 30 days: {dates.answers} {dates.answers === 1 ? 'answer' : 'answers'},{' '}
                {dates.met} met, {dates.again} would meet again, {dates.uncomfortable} felt uncomfortable.
              </p>
            )}
            <div className="grid gap-3 xl:grid-cols-2">
              {charts.map(({ key, ...chart }) => (
                <DayChart
                  key={key}
                  {...chart}
                  days={days.map((day) => ({ day: day.day, value: day[key] }))}
                />
              ))}
            </div>
            <AsTable days={days} />
            <section aria-labelledby="workload" className="grid gap-3 pt-2">
              <h2 id="workload" className="text-lg">
                Workload
              </h2>
              <Workload />
            </section>
          </>
        )}
      </QueryResult>
    </AdminPage>
  )
}

type QueueCardProps = { label: string; to: string; icon: LucideIcon; queue: Overview['queues']['photos'] }

function QueueCard({ label, to, icon: Icon, queue: { waiting, since_ts } }: QueueCardProps) {
  return (
    <Link
      to={to}
      className={cx(
        'petal-md flex h-full items-center gap-4 p-4 inset-ring transition hover:inset-ring-ink',
        waiting > 0 ? 'bg-wattle-soft text-on-wattle-soft inset-ring-wattle' : 'bg-surface inset-ring-line',
      )}
    >
      <Icon aria-hidden="true" className="size-7 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2.5">
          <span className="font-[780] font-display text-3xl tabular-nums leading-none">{waiting}</span>
          <span className="font-semibold">{label}</span>
        </span>
        <span className={cx('block', waiting === 0 && 'text-muted')}>
          {since_ts === null ? (
            'Nothing waiting'
          ) : (
            <>
              The oldest arrived <TimeAgo at={since_ts * 1000} />
            </>
          )}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
    </Link>
  )
}

const statuses = ['active', 'unfinished', 'deactivated', 'suspended', 'banned'] as const

function Members({ members }: { members: Overview['members'] }) {
  return (
    <section aria-labelledby="members" className="petal-md bg-surface p-4 inset-ring inset-ring-line">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="members" className="text-lg">
          Members
        </h2>
        <span className="text-muted">{members.premium} of them with Premium</span>
      </div>
      <ul className="mt-2 -mb-2 flex flex-wrap gap-x-8">
        <li>
          <StatusCount to="/admin/members" label="Total" count={members.total} />
        </li>
        {statuses.map((name) => {
          const status = memberStatus[name]
          const to = `/admin/members?status=${status}`
          return (
            <li key={name}>
              <StatusCount to={to} label={statusLabels[status] ?? name} count={members[name]} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const StatusCount = ({ to, label, count }: { to: string; label: string; count: number }) => (
  <Link to={to} className="petal-sm flex min-h-11 items-center gap-2 hover:underline">
    <span className="font-bold font-display text-xl tabular-nums">{count}</span>
    <span className="text-muted">{label}</span>
  </Link>
)

/** The numbers of the charts as a table. */
function AsTable({ days }: { days: Overview['days'] }) {
  return (
    <details className="group">
      <summary className="petal-sm inline-flex min-h-11 cursor-pointer items-center px-3 font-semibold hover:bg-sunken">
        <ChevronRight aria-hidden="true" className="-ms-1 me-1 size-5 transition group-open:rotate-90" />
        Show the 30 days as a table
      </summary>
      <div className="pt-2">
        <Table
          label="The last 30 days"
          columns={['Day', ...charts.map(({ title }) => ({ label: title, end: true }))]}
        >
          {days.toReversed().map((day) => (
            <Row key={day.day}>
              <Cell head>{formatDay(day.day)}</Cell>
              {charts.map(({ key }) => (
                <Cell key={key} end>
                  {day[key]}
                </Cell>
              ))}
            </Row>
          ))}
        </Table>
      </div>
    </details>
  )
}

const DashboardSkeleton = () => (
  <>
    <div className="grid gap-3 sm:grid-cols-3">
      {queues.map(({ key }) => (
        <Skeleton key={key} className="petal-md h-21" />
      ))}
    </div>
    <Skeleton className="petal-md h-24" />
    <div className="grid gap-3 xl:grid-cols-2">
      {charts.map(({ key }) => (
        <Skeleton key={key} className="petal-md h-60" />
      ))}
    </div>
  </>
)
