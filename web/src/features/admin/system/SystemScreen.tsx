import type { System } from '@rosella/contract/admin/shapes'
import ListChecks from 'lucide-react/icons/list-checks'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { AdminPage } from '../AdminPage'
import { Facts, Panel } from '../Panel'
import { QueryResult } from '../QueryResult'
import { Cell, Row, Table } from '../Table'
import { useAdminAction, useAdminRead } from '../use-admin'
import { dateTime } from '../when'

const REFRESH_MS = 10_000

/** How the site itself is doing: what has to be mended, what it still has to do, and what it gave up. */
export function SystemScreen() {
  const system = useAdminRead('GET /api/admin/system', {}, { refetchInterval: REFRESH_MS })
  return (
    <AdminPage title="System" aside="what the site stands on, and its work in the background">
      <QueryResult query={system}>
        {({ version, parts, jobs, dead, held, warnings }) => (
          <>
            {warnings.map((warning) => (
              <Warning key={`${warning.part} ${warning.words}`} warning={warning} />
            ))}
            <Parts version={version} parts={parts} />
            <Backlog jobs={jobs} />
            {held.length > 0 && <HeldJobs held={held} />}
            <DeadJobs dead={dead} count={jobs.dead} />
          </>
        )}
      </QueryResult>
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

type PartName = System['parts'][number]['part']

const partNames: Record<PartName, string> = {
  database: 'Database',
  replica: 'Replica',
  events: 'Live events',
  photos: 'Photo store',
  mail: 'Mail',
  jobs: 'Jobs',
  index: 'Member index',
  backup: 'Last backup',
  disk: 'Disk',
}

const Parts = ({ version, parts }: { version: string; parts: System['parts'] }) => (
  <Panel title={`Rosella ${version}`}>
    <Facts
      facts={parts.map(({ part, words, ts }) => [
        partNames[part],
        ts === null ? words : `${dateTime(ts)}. ${words}`,
      ])}
    />
  </Panel>
)

const partWords: Record<System['warnings'][number]['part'], string> = {
  proxy: 'Callers are not told apart.',
  database: 'The database does not answer.',
  replica: 'The replica is not read from.',
  events: 'Live events are held up.',
  photos: 'Photos cannot be kept or shown.',
  mail: 'Mails do not go out.',
  jobs: 'Jobs are late.',
  index: 'Lists are slow.',
  backup: 'There is no fresh backup.',
  disk: 'A disk is nearly full.',
}

/** Whoever runs the site has to mend it; it is looked at again every five minutes. */
const Warning = ({ warning: { part, words, held } }: { warning: System['warnings'][number] }) => (
  <Alert>
    <strong>{partWords[part]}</strong> {words}
    {held > 0 && ` Held up by it: ${held}. They go on by themselves once it is mended.`}
  </Alert>
)

const HeldJobs = ({ held }: { held: System['held'] }) => (
  <Table label="Jobs held up" columns={['Job', 'What is in the way', 'Asked for', 'Next try', 'Try again']}>
    {held.map((job) => (
      <Row key={job.id}>
        <Cell head>{kindWords(job.kind)}</Cell>
        <Cell>{job.last_error}</Cell>
        <Cell>{dateTime(job.created_ts)}</Cell>
        <Cell>{dateTime(job.run_ts)}</Cell>
        <Cell>
          <RetryButton id={job.id} />
        </Cell>
      </Row>
    ))}
  </Table>
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

const DeadJob = ({ job }: { job: System['dead'][number] }) => (
  <Row>
    <Cell head>{kindWords(job.kind)}</Cell>
    <Cell>{job.last_error}</Cell>
    <Cell end>{job.tries}</Cell>
    <Cell>{dateTime(job.created_ts)}</Cell>
    <Cell>{dateTime(job.died_ts)}</Cell>
    <Cell>
      <RetryButton id={job.id} />
    </Cell>
  </Row>
)

function RetryButton({ id }: { id: number }) {
  const retry = useAdminAction('POST /api/admin/job-retry', { done: 'The job is tried again.' })
  return (
    <Button tone="quiet" icon={RotateCw} pending={retry.isPending} onClick={() => retry.mutate({ id })}>
      Retry
    </Button>
  )
}

/** 'access-mail' reads 'Access mail'. */
function kindWords(kind: string): string {
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
