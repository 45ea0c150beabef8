import type { AuditEntry } from '@rosella/contract/admin/shapes'
import { AuditList } from '../system/AuditList'

type HistoryProps = { title: string; entries: readonly AuditEntry[]; empty: string }

/** Admin actions on one case or member, newest first. */
export function History({ title, entries, empty }: HistoryProps) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-3 pt-2">
      <h2 className="text-lg">{title}</h2>
      {entries.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <AuditList entries={entries} label={title} />
      )}
    </section>
  )
}
