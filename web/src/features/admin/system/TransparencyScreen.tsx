import type { Transparency } from '@rosella/contract/admin/shapes'
import { dayStart } from '@rosella/contract/admin/site-days'
import { siteDay } from '@rosella/contract/site-day'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { download } from '../../../platform/download'
import { showToast } from '../../../platform/toast'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/forms/Field'
import { Tabs } from '../../../ui/Tabs'
import { AdminPage } from '../AdminPage'
import { QueryResult } from '../QueryResult'
import { Cell, Row, Table } from '../Table'
import { useAdminQuery, usePage } from '../use-admin'
import { isDay, type Period, periods } from './periods'

const periodHref = ({ from, to }: Period): string => `?${new URLSearchParams({ from, to })}`

/** The numbers that the Australian online dating code asks sites to publish, for any period of whole days. */
export function TransparencyScreen() {
  const { search } = usePage()
  const usual = periods(siteDay(Date.now() / 1000))
  const asked = { from: search.get('from') ?? '', to: search.get('to') ?? '' }
  const period = isDay(asked.from) && isDay(asked.to) ? asked : usual[0]
  const tabs = usual.map((each) => ({
    to: periodHref(each),
    label: each.label,
    current: each.from === period.from && each.to === period.to,
  }))
  return (
    <AdminPage title="Transparency" actions={<Tabs label="Periods" tabs={tabs} />}>
      <PeriodForm key={periodHref(period)} period={period} />
      <Report period={period} />
    </AdminPage>
  )
}

function PeriodForm({ period }: { period: Period }) {
  const navigate = useNavigate()
  const { from, to } = period
  const form = useForm({ defaultValues: { from, to }, mode: 'onChange' })
  const { errors } = form.formState
  return (
    <form
      onSubmit={form.handleSubmit((fields) => void navigate(periodHref(fields)))}
      className="flex flex-wrap items-end gap-3"
    >
      <Field
        label="First day"
        type="date"
        required
        {...form.register('from', { validate: isDay, deps: 'to' })}
      />
      <Field
        label="Last day"
        type="date"
        required
        error={errors.to?.message}
        {...form.register('to', {
          validate: (last, { from: first }) =>
            isDay(last) && (last >= first || !isDay(first) || 'The first day is after the last.'),
        })}
      />
      <Button type="submit" tone="quiet">
        Show
      </Button>
      <CsvButton period={period} />
    </form>
  )
}

/** Exclusive end: the start of the day after the last. */
const secondsOf = ({ from, to }: Period) => ({ from: dayStart(from), to: dayStart(to, 1) })

function CsvButton({ period }: { period: Period }) {
  const [pending, setPending] = useState(false)
  async function save() {
    setPending(true)
    const { from, to } = secondsOf(period)
    await download(`/api/admin/transparency-csv?from=${from}&to=${to}`, 'transparency.csv').catch(
      (error: Error) => showToast('danger', error.message),
    )
    setPending(false)
  }
  return (
    <Button icon={Download} onClick={() => void save()} pending={pending}>
      Download CSV
    </Button>
  )
}

const columns = [
  'Reason',
  ...[
    'Received',
    'Closed',
    'Dismissed',
    'Warned',
    'Suspended',
    'Banned',
    'Half closed within',
    '90% closed within',
  ].map((label) => ({ label, end: true })),
]

function Report({ period }: { period: Period }) {
  const report = useAdminQuery('GET /api/admin/transparency', secondsOf(period))
  return (
    <QueryResult query={report}>
      {(data) => (
        <>
          <Table label="Reports by reason" columns={columns}>
            {data.reports.map((row) => (
              <ReasonRow key={row.reason} row={row} />
            ))}
            <ReasonRow row={data.total} isTotal />
          </Table>
          <div className="grid gap-3 sm:grid-cols-3">
            <Sums title="Reports" sums={[['Received and still open', data.still_open]]} />
            <Sums
              title="Accounts"
              sums={[
                ['Suspended', data.accounts.suspended],
                ['Banned', data.accounts.banned],
                ['Restored', data.accounts.lifted],
              ]}
            />
            <Sums
              title="Appeals"
              sums={[
                ['Received', data.appeals.received],
                ['Decided', data.appeals.decided],
                ['Upheld', data.appeals.upheld],
                ['Rejected', data.appeals.rejected],
              ]}
            />
          </div>
          <Sums
            title="Scam shield"
            sums={[
              ['Messages with signs of a scam', data.shield.messages],
              ['Conversations with a warning', data.shield.warnings],
              ['Warnings dismissed by the recipient', data.shield.warnings_dismissed],
              ['Cases raised', data.shield.cases],
              ['Cases dismissed', data.shield.cases_dismissed],
              ['Cases upheld', data.shield.cases_upheld],
            ]}
          />
          <Sums
            title="After bans for scams"
            sums={[
              ['People warned', data.warnings.sent],
              ['People sent a correction', data.warnings.corrected],
            ]}
          />
          <p className="text-muted">
            Days are in Sydney time. Reports count as received on the day they arrived, and as closed on the
            day they were decided.
          </p>
        </>
      )}
    </QueryResult>
  )
}

function ReasonRow({ row, isTotal }: { row: Transparency['total']; isTotal?: boolean }) {
  const { received, closed, dismissed, warned, suspended, banned } = row
  return (
    <Row className={isTotal ? 'bg-sunken font-semibold' : undefined}>
      <Cell head>{row.reason}</Cell>
      {Object.entries({ received, closed, dismissed, warned, suspended, banned }).map(([key, count]) => (
        <Cell key={key} end>
          {count}
        </Cell>
      ))}
      <Cell end>{formatTime(row.median_seconds)}</Cell>
      <Cell end>{formatTime(row.slowest_tenth_seconds)}</Cell>
    </Row>
  )
}

function Sums({ title, sums }: { title: string; sums: [string, number][] }) {
  return (
    <section className="petal-md bg-surface p-4 inset-ring inset-ring-line">
      <h2 className="mb-1 text-lg">{title}</h2>
      <dl>
        {sums.map(([label, count]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const countHours = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`)

/** '45 min', '3.5 hours', '2 days'. */
function formatTime(seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`
  if (seconds < 48 * 3600) return countHours(Number((seconds / 3600).toFixed(1)))
  return `${Number((seconds / 86_400).toFixed(1))} days`
}
