import type { System } from '@rosella/contract/admin/shapes'
import { ListChecks, RotateCw } from 'lucide-react'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { AdminPage } from './AdminPage'
import { Loaded } from './Loaded'
import { Facts, Panel } from './Panel'
import { Cell, Row, Table } from './Table'
import { useAdminAction, useAdminRead } from './use-admin'
import { dateTime } from './when'

const REFRESH_MS = 10_000

/** How the site itself is doing: what it still has to do, and what it gave up. */
export function SystemScreen() {
  const system = useAdminRead('GET /api/admin/system', {}, { refetchInterval: REFRESH_MS })
  return (
    <AdminPage title="System" aside="mails and other work in the background">
      <Loaded query={system}>
        {({ jobs, dead }) => (
          <>
            <Backlog jobs={jobs} />
            <DeadJobs dead={dead} count={jobs.dead} />
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

const Backlog = ({ jobs }: { jobs: System['jobs'] }) => (
  <Panel title="Jobs">
    <Facts
      facts={[
        ['Waiting', String(jobs.waiting)],
        ['Being done', String(jobs.running)],
        ['Given up', String(jobs.dead)],
        ['Late since', jobs.oldest_due_ts === null ? 'none is late' : dateTime(jobs.oldest_due_ts)],
      ]}
    />
  </Panel>
)

const columns = [
  'Job',
  'What went wrong',
  { words: 'Tries', end: true },
  'Asked for',
  'Given up',
  'Try again',
]

function DeadJobs({ dead, count }: { dead: System['dead']; count: number }) {
  if (dead.length === 0) {
    return (
      <EmptyState title="Nothing was given up" icon={ListChecks}>
        Jobs that fail again and again are kept here for a month.
      </EmptyState>
    )
  }
  return (
    <>
      <Table label="Jobs given up" columns={columns}>
        {dead.map((job) => (
          <DeadJob key={job.id} job={job} />
        ))}
      </Table>
      {count > dead.length && <p className="text-muted">The latest {dead.length} are shown.</p>}
    </>
  )
}

function DeadJob({ job }: { job: System['dead'][number] }) {
  const retry = useAdminAction('POST /api/admin/job-retry', { done: 'The job is tried again.' })
  return (
    <Row>
      <Cell head>{kindWords(job.kind)}</Cell>
      <Cell>{job.last_error}</Cell>
      <Cell end>{job.tries}</Cell>
      <Cell>{dateTime(job.created_ts)}</Cell>
      <Cell>{dateTime(job.died_ts)}</Cell>
      <Cell>
        <Button
          tone="quiet"
          icon={RotateCw}
          pending={retry.isPending}
          onClick={() => retry.mutate({ id: job.id })}
        >
          Retry
        </Button>
      </Cell>
    </Row>
  )
}

/** 'access-mail' reads 'Access mail'. */
function kindWords(kind: string): string {
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
