import type { Workload as WorkloadReply } from '@rosella/contract/admin/shapes'
import { AdminPage } from '../AdminPage'
import { formatDuration } from '../cases/case-labels'
import { QueryResult } from '../QueryResult'
import { Cell, Row, Table } from '../Table'
import { useAdminQuery } from '../use-admin'
import { formatDay, formatNumber } from '../when'

/** The numbers of many days change slowly, and reading them costs more than a count. */
const REFRESH_MS = 5 * 60_000

type Queue = WorkloadReply['queues'][number]['queue']

const labels: Record<Queue, string> = {
  photos: 'Photos',
  verifications: 'Verifications',
  reports: 'Cases',
  appeals: 'Appeals',
}
const names = Object.keys(labels) as Queue[]
const columns = names.map((queue) => ({ label: labels[queue], end: true }))

/** '12' or '0.4', because some queues get less than one item a day. */
const aDay = (total: number, days: number): string => {
  const mean = total / Math.max(1, days)
  return mean > 0 && mean < 10 ? mean.toFixed(1) : formatNumber(Math.round(mean))
}
const formatWait = (seconds: number | null): string => (seconds === null ? '–' : formatDuration(seconds))

/** Arrivals, decisions and waiting times of the last two weeks, and the decisions of each staff member. */
export function Workload() {
  const read = useAdminQuery('GET /api/admin/workload', {}, { refetchInterval: REFRESH_MS })
  return (
    <QueryResult query={read}>
      {({ queues, days, staff }) => {
        const sum = (what: 'arrived' | 'decided', queue: Queue) =>
          days.reduce((total, day) => total + day[what][queue], 0)
        return (
          <>
            <Table
              label="Queues in the last 14 days"
              columns={[
                'Queue',
                { label: 'Arrive a day', end: true },
                { label: 'Decided a day', end: true },
                { label: 'Median wait', end: true },
                { label: '9 of 10 wait at most', end: true },
              ]}
            >
              {queues.map(({ queue, median_seconds, slowest_tenth_seconds }) => (
                <Row key={queue}>
                  <Cell head>{labels[queue]}</Cell>
                  <Cell end>{aDay(sum('arrived', queue), days.length)}</Cell>
                  <Cell end>{aDay(sum('decided', queue), days.length)}</Cell>
                  <Cell end>{formatWait(median_seconds)}</Cell>
                  <Cell end>{formatWait(slowest_tenth_seconds)}</Cell>
                </Row>
              ))}
            </Table>
            <div className="grid items-start gap-3 xl:grid-cols-2">
              <Table label="Decisions by staff member" columns={['Decided by', ...columns]}>
                {staff.map(({ own, decided }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: colleagues have nothing else.
                  <Row key={at}>
                    <Cell head>{own ? 'You' : 'A colleague'}</Cell>
                    {names.map((queue) => (
                      <Cell key={queue} end>
                        {formatNumber(decided[queue])}
                      </Cell>
                    ))}
                  </Row>
                ))}
              </Table>
              <Table label="Arrived and decided by day" columns={['Arrived / decided', ...columns]}>
                {days.toReversed().map(({ day, arrived, decided }) => (
                  <Row key={day}>
                    <Cell head>{formatDay(day)}</Cell>
                    {names.map((queue) => (
                      <Cell key={queue} end>
                        {arrived[queue]} / {decided[queue]}
                      </Cell>
                    ))}
                  </Row>
                ))}
              </Table>
            </div>
            <p className="text-muted">
              The last 14 days. Photos and verifications are no longer counted once they or their accounts are
              deleted.
            </p>
          </>
        )
      }}
    </QueryResult>
  )
}

export function WorkloadScreen() {
  return (
    <AdminPage title="Workload">
      <Workload />
    </AdminPage>
  )
}
