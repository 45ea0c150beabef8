import type { ExposureDay } from '@rosella/contract/browse/exposure'
import { AdminPage } from '../AdminPage'
import { QueryResult } from '../QueryResult'
import { Cell, Row, Table } from '../Table'
import { useAdminRead } from '../use-admin'
import { dayWords } from '../when'
import { DayChart } from './DayChart'

const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 100)

const charts: readonly {
  title: string
  noun: string
  addsUp: boolean
  percent?: boolean
  value: (day: ExposureDay) => number | null
}[] = [
  { title: 'Cards shown', noun: 'cards', addsUp: true, value: ({ shown }) => shown },
  { title: 'Suggestions shown', noun: 'suggestions', addsUp: true, value: ({ suggested }) => suggested },
  {
    title: 'Suggested to somebody in a week',
    noun: 'of active members',
    addsUp: false,
    percent: true,
    value: ({ members_suggested, members }) => percent(members_suggested, members),
  },
  {
    title: 'Unevenness in a week (Gini)',
    noun: '(0: all alike)',
    addsUp: false,
    percent: true,
    value: ({ gini }) => gini && Math.round(gini * 100),
  },
  {
    title: 'Newcomers suggested 50 times',
    noun: 'of those whose first week ended',
    addsUp: false,
    percent: true,
    value: ({ newcomers_kept, newcomers }) => percent(newcomers_kept, newcomers),
  },
]

const columns = [
  'Day',
  ...[
    'Shown',
    'Opened',
    'Liked',
    'Suggested',
    'Active',
    'Seen in the week',
    'Gini',
    'Newcomers',
    'Promise kept',
  ].map((words) => ({ words, end: true })),
]

/** Whether members are shown evenly, and what was promised to newcomers is kept. */
export function ExposureScreen() {
  const exposure = useAdminRead('GET /api/admin/exposure', {})
  return (
    <AdminPage title="Exposure" aside="the last 30 days">
      <QueryResult query={exposure}>
        {({ days, assigned }) => (
          <>
            <p className="text-muted">
              {assigned
                ? `${dayWords(assigned.day)}: ${assigned.picks} suggestions for ${assigned.members} members, assigned in ${Math.ceil(assigned.seconds)} s.`
                : 'Nothing has been assigned yet.'}
            </p>
            <div className="grid gap-3 xl:grid-cols-2">
              {charts.map(({ value, ...chart }) => (
                <DayChart
                  key={chart.title}
                  {...chart}
                  days={days.map((day) => ({ day: day.day, value: value(day) }))}
                />
              ))}
            </div>
            <Table label="Exposure by day" columns={columns}>
              {days.toReversed().map((day) => (
                <Row key={day.day}>
                  <Cell head className="whitespace-nowrap">
                    {dayWords(day.day)}
                  </Cell>
                  <Cell end>{day.shown}</Cell>
                  <Cell end>{day.opened}</Cell>
                  <Cell end>{day.liked}</Cell>
                  <Cell end>{day.suggested}</Cell>
                  <Cell end>{day.members}</Cell>
                  <Cell end>{day.members_suggested}</Cell>
                  <Cell end>{day.gini === null ? 'none yet' : day.gini.toFixed(2)}</Cell>
                  <Cell end>{day.newcomers}</Cell>
                  <Cell end>{day.newcomers_kept}</Cell>
                </Row>
              ))}
            </Table>
            <p className="max-w-prose text-muted">
              Weeks end with their day. Active: here in the last 30 days, with enough photos. The Gini goes
              over how often each of them was seen among suggestions: 0 when all were seen alike, 1 when one
              had it all.
            </p>
          </>
        )}
      </QueryResult>
    </AdminPage>
  )
}
