import type { System } from '@rosella/contract/admin/shapes'
import ListChecks from 'lucide-react/icons/list-checks'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useState } from 'react'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { Tag } from '../../../ui/Tag'
import { AdminPage } from '../AdminPage'
import { Facts, Panel } from '../Panel'
import { QueryResult } from '../QueryResult'
import { Cell, Row, Table } from '../Table'
import { useAdminAction, useAdminQuery } from '../use-admin'
import { dateTime } from '../when'

const REFRESH_MS = 10_000

export function SystemScreen() {
  const system = useAdminQuery('GET /api/admin/system', {}, { refetchInterval: REFRESH_MS })
  return (
    <AdminPage title="System" aside="services and background jobs">
      <QueryResult query={system}>
        {({ version, parts, jobs, dead, paused, warnings, opening, photo_cleanup }) => (
          <>
            {warnings.map((warning) => (
              <Warning key={`${warning.part} ${warning.words}`} warning={warning} />
            ))}
            {photo_cleanup && <PhotoCleanup cleanup={photo_cleanup} />}
            <Opening steps={opening} />
            <Parts version={version} parts={parts} />
            <Backlog jobs={jobs} />
            {paused.length > 0 && <PausedJobs paused={paused} />}
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
        ['Running', String(jobs.running)],
        ['Failed', String(jobs.dead)],
        ['Late since', jobs.oldest_due_ts === null ? 'no job is late' : dateTime(jobs.oldest_due_ts)],
      ]}
    />
  </Panel>
)

type PartName = System['parts'][number]['part']

const partNames: Record<PartName, string> = {
  database: 'Database',
  replica: 'Replica',
  events: 'Live events',
  photos: 'Photo storage',
  mail: 'Email',
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

type Step = System['opening'][number]

const stepNames: Record<Step['what'], string> = {
  name: 'Site name',
  address: 'Address',
  legal: 'Legal address',
  database: 'Database',
  email: 'Email',
  backup: 'Backups',
  alerts: 'Alerts',
  staff: 'Staff log-in',
}

/** While something is missing; afterwards only the test email is offered. */
function Opening({ steps }: { steps: readonly Step[] }) {
  const missing = steps.filter(({ ok }) => !ok)
  const test = useAdminAction('POST /api/admin/test-email', { handlesErrors: true })
  const result = test.error ? { sent: false, words: test.error.message } : test.data
  return (
    <Panel
      title={missing.length > 0 ? 'Before you open' : 'Ready to open'}
      aside={missing.length > 0 && <Tag tone="wattle">{`${missing.length} missing`}</Tag>}
    >
      <ul className="grid gap-2">
        {steps.map(({ what, ok, words }) => (
          <li key={what} className="grid justify-items-start gap-x-3 sm:grid-cols-[5.5rem_minmax(0,1fr)]">
            <Tag tone={ok ? 'gum' : 'wattle'}>{ok ? 'Done' : 'Missing'}</Tag>
            <p className="wrap-anywhere min-w-0">
              <strong>{stepNames[what]}</strong> {words}
            </p>
          </li>
        ))}
      </ul>
      <div className="grid justify-items-start gap-3">
        <Button tone="quiet" pending={test.isPending} onClick={() => test.mutate({})}>
          Send me a test email
        </Button>
        {result?.sent && <p role="status">{result.words}</p>}
        {result?.sent === false && <Alert>{result.words}</Alert>}
      </div>
    </Panel>
  )
}

const partProblems: Record<System['warnings'][number]['part'], string> = {
  connections: 'The database may run out of connections.',
  proxy: 'Every visitor seems to come from one address.',
  database: 'The database isn’t responding.',
  replica: 'The read replica is not used.',
  events: 'Live events are delayed.',
  photos: 'Photos can’t be stored or shown.',
  mail: 'Emails are not being sent.',
  jobs: 'Jobs are late.',
  index: 'The member index is not up to date.',
  backup: 'There is no recent backup.',
  disk: 'A disk is nearly full.',
}

/** The server checks the configuration again every five minutes. */
const Warning = ({ warning: { part, words, paused } }: { warning: System['warnings'][number] }) => (
  <Alert>
    <strong>{partProblems[part]}</strong> {words}
    {paused > 0 && ` ${paused === 1 ? '1 job is' : `${paused} jobs are`} paused until it is fixed.`}
  </Alert>
)

type Cleanup = NonNullable<System['photo_cleanup']>

const cleanupTexts: Record<
  Cleanup['state'],
  (cleanup: Cleanup) => { problem: string; detail: string; button: string; question: string; done: string }
> = {
  foreign: ({ photos }) => ({
    problem: 'The photo storage belongs to another database.',
    detail: `No orphaned photos are deleted. Check DATABASE_URL and the photo storage, which has ${photos} photos. If both are right, use this storage.`,
    button: 'Use this storage',
    question: 'Photos that belong to no member of this database will be deleted after 7 days.',
    done: 'This site now uses the photo storage.',
  }),
  waiting: ({ photos, orphans }) => ({
    problem: `${orphans} of ${photos} photos belong to nobody.`,
    detail:
      'They have been orphaned for 7 days. That is more than usual, so nothing is deleted until you confirm.',
    button: `Delete ${orphans} photos`,
    question:
      "If you've connected the wrong database or restored an old backup, these may be photos of your members.",
    done: 'The photos will be deleted within an hour.',
  }),
}

function PhotoCleanup({ cleanup }: { cleanup: Cleanup }) {
  const [isAsking, setAsking] = useState(false)
  const { problem, detail, button, question, done } = cleanupTexts[cleanup.state](cleanup)
  const confirm = useAdminAction('POST /api/admin/photo-cleanup', { done })
  const { state, orphans } = cleanup
  return (
    <Alert>
      <strong>{problem}</strong> {detail}
      <div className="mt-2">
        <Button tone="quiet" onClick={() => setAsking(true)}>
          {button}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => confirm.mutate({ state, orphans }, { onSettled: () => setAsking(false) })}
        title={`${button}?`}
        confirmLabel={button}
        pending={confirm.isPending}
      >
        {question}
      </ConfirmDialog>
    </Alert>
  )
}

const PausedJobs = ({ paused }: { paused: System['paused'] }) => (
  <Table label="Paused jobs" columns={['Job', 'Reason', 'Created', 'Next try', 'Try again']}>
    {paused.map((job) => (
      <Row key={job.id}>
        <Cell head>{jobLabel(job.kind)}</Cell>
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

const columns = ['Job', 'Error', { label: 'Tries', end: true }, 'Created', 'Failed', 'Try again']

function DeadJobs({ dead, count }: { dead: System['dead']; count: number }) {
  if (dead.length === 0) {
    return (
      <EmptyState title="No failed jobs" icon={ListChecks}>
        A job that fails every retry is listed here for 30 days.
      </EmptyState>
    )
  }
  return (
    <>
      <Table label="Failed jobs" columns={columns}>
        {dead.map((job) => (
          <DeadJob key={job.id} job={job} />
        ))}
      </Table>
      {dead.length > 1 && <RetryButton id={null} />}
      {count > dead.length && <p className="text-muted">The latest {dead.length} are shown.</p>}
    </>
  )
}

const DeadJob = ({ job }: { job: System['dead'][number] }) => (
  <Row>
    <Cell head>{jobLabel(job.kind)}</Cell>
    <Cell>{job.last_error}</Cell>
    <Cell end>{job.tries}</Cell>
    <Cell>{dateTime(job.created_ts)}</Cell>
    <Cell>{dateTime(job.died_ts)}</Cell>
    <Cell>
      <RetryButton id={job.id} />
    </Cell>
  </Row>
)

/** Without an id it retries all failed jobs. */
function RetryButton({ id }: { id: number | null }) {
  const done = id === null ? 'All failed jobs will run again.' : 'The job will run again.'
  const retry = useAdminAction('POST /api/admin/job-retry', { done })
  return (
    <Button tone="quiet" icon={RotateCw} pending={retry.isPending} onClick={() => retry.mutate({ id })}>
      {id === null ? 'Try all again' : 'Retry'}
    </Button>
  )
}

/** 'access-mail' reads 'Access mail'. */
function jobLabel(kind: string): string {
  const label = kind.replaceAll('-', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
