import type { System } from '@rosella/contract/admin/shapes'
import { sql } from 'kysely'
import { answersInTime } from '../../domain/answers-in-time'
import { listDeadJobs, readBacklog } from '../../jobs/dead-jobs'
import { listHeldJobs } from '../../jobs/held-jobs'
import type { Db } from '../../ports/database'
import type { SiteFigures } from '../../ports/figures'
import type { Services } from '../../ports/services'
import { listWarnings, type Part } from './list-warnings'
import { backupPart, diskPart, indexPart, replicaPart } from './part-words'

/** What the configuration says of the site, for the admins' page. */
export interface AboutSite {
  version: string
  kinds: {
    database: 'pglite' | 'postgres'
    events: 'memory' | 'redis'
    photos: 'disk' | 's3'
    mail: 'folder' | 'smtp'
  }
  /** Undefined where no backups are made by the clock. */
  backupHour: number | undefined
}

export interface SystemDeps extends Pick<Services, 'db' | 'clock'> {
  figures: SiteFigures
  about: AboutSite
}

/** How the site itself is doing. */
export async function readSystem(deps: SystemDeps): Promise<System> {
  const { db, clock, figures, about } = deps
  const parts = await readParts(deps)
  return {
    version: about.version,
    parts,
    jobs: await readBacklog(db, clock.now()),
    dead: await listDeadJobs(db),
    held: await listHeldJobs(db),
    warnings: await listWarnings(db, figures, parts),
  }
}

async function readParts({ db, clock, figures, about: { kinds, backupHour } }: SystemDeps): Promise<Part[]> {
  const now = clock.now()
  const [isHeard, isStored] = await Promise.all([
    answersInTime(figures.parts.events),
    answersInTime(figures.parts.photos),
  ])
  const { sent, failed } = figures.mails()
  const faulty = new Map(figures.faults().map(({ part, words }) => [part, words]))
  const photosAt = kinds.photos === 's3' ? 'The bucket' : 'The folder'
  return [
    { part: 'database', ok: true, words: await databaseWords(db, figures), ts: null },
    ...replicaPart(figures.replica()),
    {
      part: 'events',
      ok: isHeard,
      words:
        kinds.events === 'memory'
          ? 'Within this process.'
          : isHeard
            ? 'Redis answers.'
            : 'Redis does not answer: each process counts alone, and live events arrive late.',
      ts: null,
    },
    {
      part: 'photos',
      ok: isStored && !faulty.has('photos'),
      words: faulty.get('photos') ?? `${photosAt} ${isStored ? 'answers.' : 'does not answer.'}`,
      ts: null,
    },
    {
      part: 'mail',
      ok: !faulty.has('mail'),
      words:
        faulty.get('mail') ??
        `${kinds.mail === 'smtp' ? 'By SMTP' : 'Into a folder: no mail leaves this machine'}. ${sent} sent, ${failed} failed.`,
      ts: null,
    },
    indexPart(figures.index()),
    backupPart(await figures.backups(), backupHour, now),
    diskPart(await figures.disks()),
  ]
}

async function databaseWords(db: Db, figures: SiteFigures): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`.execute(db)
  const name = `PostgreSQL ${rows[0]?.version ?? ''}`
  const pool = figures.pool()
  if (!pool) return `${name}, embedded.`
  return `${name}, ${pool.open - pool.idle} of ${pool.most} connections in use, ${pool.waiting} waiting.`
}
