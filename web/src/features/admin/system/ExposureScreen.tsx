import type { ExposureDay, PairWeights } from '@rosella/contract/browse/exposure'
import { AdminPage } from '../AdminPage'
import { QueryResult } from '../QueryResult'
import { Cell, Row, Table } from '../Table'
import { useAdminQuery } from '../use-admin'
import { formatDay, formatNumber } from '../when'
import { DayChart } from './DayChart'

const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 100)

const share = (of: string) => ({ one: of, many: of, addsUp: false, percent: true })

const charts: readonly {
  title: string
  one: string
  many: string
  addsUp: boolean
  percent?: boolean
  value: (day: ExposureDay) => number | null
}[] = [
  { title: 'Cards shown', one: 'card', many: 'cards', addsUp: true, value: ({ shown }) => shown },
  {
    title: 'Suggestions shown',
    one: 'suggestion',
    many: 'suggestions',
    addsUp: true,
    value: ({ suggested }) => suggested,
  },
  {
    title: 'Suggested to somebody in a week',
    ...share('of active members'),
    value: ({ members_suggested, members }) => percent(members_suggested, members),
  },
  {
    title: 'Unevenness in a week (Gini)',
    ...share('(0% if everyone was suggested equally often)'),
    value: ({ gini }) => gini && Math.round(gini * 100),
  },
  {
    title: 'Newcomers suggested 50 times',
    ...share('of those whose first week has ended'),
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
    'Target met',
  ].map((label) => ({ label, end: true })),
]

const features: Record<keyof PairWeights, string> = {
  age_gap: 'Ten years between them',
  distance: 'The longest distance',
  same_goals: 'The same goals',
  goals_clash: 'One serious, one casual',
  shared_tags: 'Each shared interest',
  shared_language: 'A shared language',
}
const keys = Object.keys(features) as (keyof PairWeights)[]
const weightColumns = ['Feature of two profiles', { label: 'Weight', end: true }, 'Source']

/** How evenly members are shown, and whether newcomers reach their exposure target. */
export function ExposureScreen() {
  const exposure = useAdminQuery('GET /api/admin/exposure', {})
  return (
    <AdminPage title="Exposure" aside="the last 30 days">
      <QueryResult query={exposure}>
        {({ days, assigned, learned }) => (
          <>
            <p className="text-muted">
              {assigned
                ? `${formatDay(assigned.day)}: ${formatNumber(assigned.picks)} suggestions assigned to ${formatNumber(assigned.members)} members in ${Math.ceil(assigned.seconds)} s.`
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
                    {formatDay(day.day)}
                  </Cell>
                  <Cell end>{formatNumber(day.shown)}</Cell>
                  <Cell end>{formatNumber(day.opened)}</Cell>
                  <Cell end>{formatNumber(day.liked)}</Cell>
                  <Cell end>{formatNumber(day.suggested)}</Cell>
                  <Cell end>{formatNumber(day.members)}</Cell>
                  <Cell end>{formatNumber(day.members_suggested)}</Cell>
                  <Cell end>{day.gini === null ? 'none yet' : day.gini.toFixed(2)}</Cell>
                  <Cell end>{formatNumber(day.newcomers)}</Cell>
                  <Cell end>{formatNumber(day.newcomers_kept)}</Cell>
                </Row>
              ))}
            </Table>
            <p className="max-w-prose text-muted">
              Each week ends on the day shown. Active members have been here in the last 30 days and have
              enough photos. The Gini coefficient measures how evenly they were suggested: 0 means equally
              often, 1 means that one member got all the suggestions.
            </p>
            {learned && (
              <>
                <Table label="Weights of the score" columns={weightColumns}>
                  {keys.map((key) => (
                    <Row key={key}>
                      <Cell head>{features[key]}</Cell>
                      <Cell end>{learned.pair[key].toFixed(2)}</Cell>
                      <Cell>{learned.learned.includes(key) ? 'learned here' : 'starting value'}</Cell>
                    </Row>
                  ))}
                </Table>
                <p className="max-w-prose text-muted">
                  {`${formatDay(learned.day)}: learned from ${formatNumber(learned.cards)} suggestions that were shown and ${formatNumber(learned.likes)} likes. A weight is learned only if it predicts other members’ likes better than its starting value.`}
                </p>
              </>
            )}
          </>
        )}
      </QueryResult>
    </AdminPage>
  )
}
