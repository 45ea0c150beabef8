import type { AuditEntry } from '@rosella/contract/admin/shapes'
import { TimeAgo } from '../../platform/TimeAgo'
import { deedNotes, deedWords } from './history-words'

/** What admins did, the newest first. */
export function History({ entries, empty }: { entries: readonly AuditEntry[]; empty: string }) {
  if (entries.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <ol className="grid gap-3">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-0.5 border-line border-s-2 ps-3">
          <p className="wrap-anywhere">
            <span className="font-semibold">{entry.admin ?? `Admin ${entry.admin_id}`}</span>{' '}
            {deedWords(entry)}
          </p>
          {deedNotes(entry).map((words) => (
            <p key={words} className="wrap-anywhere whitespace-pre-line text-muted">
              {words}
            </p>
          ))}
          <TimeAgo at={entry.ts * 1000} className="text-muted text-xs" />
        </li>
      ))}
    </ol>
  )
}
