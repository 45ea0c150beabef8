import type { BackupFigures, DiskFigures, SiteFigures } from '../../ports/figures'
import type { ReplicaState } from '../../ports/replica'
import type { Part } from './list-warnings'
import { sizeWords } from './size-words'

const HOUR = 3600
/** A day, and the time that one may take. */
const OLD_BACKUP = 26 * HOUR
const LITTLE_ROOM = 0.1

export function replicaPart(state: ReplicaState | undefined): Part[] {
  if (!state) return []
  const { usable, lag_seconds: lag, fallbacks } = state
  const behind = lag === null ? 'It does not answer' : `It is ${lag.toFixed(1)} s behind`
  const words = usable
    ? `It is read from, ${lag?.toFixed(1)} s behind. The primary answered ${fallbacks} times in its place.`
    : `${behind}: the primary answers in its place.`
  return [{ part: 'replica', ok: usable, words, ts: null }]
}

export function indexPart(index: ReturnType<SiteFigures['index']>): Part {
  if (index === 'off') return { part: 'index', ok: true, words: 'Off: SQL answers every list.', ts: null }
  if (!index) return { part: 'index', ok: true, words: 'Being built: SQL answers until it stands.', ts: null }
  const words = `${index.members} members in ${sizeWords(index.bytes)}, built in ${index.built_in_seconds.toFixed(1)} s.`
  return { part: 'index', ok: true, words, ts: index.built_ts }
}

export function backupPart(figures: BackupFigures | undefined, hour: number | undefined, now: number): Part {
  const part = 'backup'
  if (!figures) return { part, ok: true, words: 'None by the clock: BACKUP_DIR is not set.', ts: null }
  const { last_ts: ts, failure } = figures
  if (failure !== null) return { part, ok: false, words: `The latest failed: ${failure}`, ts }
  if (ts !== null && now - ts > OLD_BACKUP) {
    const hours = Math.floor((now - ts) / HOUR)
    return { part, ok: false, words: `The last one is ${hours} hours old.`, ts }
  }
  const first = ts === null ? 'The first is being made. ' : ''
  return { part, ok: true, words: `${first}Every day at ${hour}:00.`, ts }
}

const placeWords: Record<DiskFigures['place'], string> = { data: 'The data folder', backups: 'The backups' }

export const diskPart = (disks: readonly DiskFigures[]): Part => ({
  part: 'disk',
  ok: disks.every(({ free_bytes, size_bytes }) => free_bytes >= LITTLE_ROOM * size_bytes),
  words: disks.map(roomWords).join(' '),
  ts: null,
})

const roomWords = ({ place, free_bytes, size_bytes }: DiskFigures): string =>
  `${placeWords[place]}: ${sizeWords(free_bytes)} of ${sizeWords(size_bytes)} free.`
