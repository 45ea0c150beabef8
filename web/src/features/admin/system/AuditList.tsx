import type { AuditEntry } from '@rosella/contract/admin/shapes'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { dateTime } from '../when'
import { type Change, describeEntry } from './audit-labels'

/** Audit entries as sentences, with the values before and after. */
export function AuditList({ entries, label }: { entries: readonly AuditEntry[]; label: string }) {
  return (
    <ol aria-label={label} className="petal-md divide-y divide-line bg-surface inset-ring inset-ring-line">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { sentence, report, changes } = describeEntry(entry)
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[11rem_minmax(0,1fr)] xl:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)]">
      <time dateTime={new Date(entry.ts * 1000).toISOString()} className="text-muted tabular-nums">
        {dateTime(entry.ts)}
      </time>
      <p className="min-w-0">
        <MemberLink id={entry.admin_id} name={entry.admin} />{' '}
        {sentence.split(/(\{member\}|\{case\})/).map((part) => {
          if (part === '{member}' && entry.member_id !== null) {
            return <MemberLink key={part} id={entry.member_id} name={entry.member} />
          }
          if (part === '{case}' && report !== null) return <CaseLink key={part} id={report} />
          return part
        })}
      </p>
      {changes.length > 0 && (
        <dl className="grid min-w-0 gap-1 text-muted max-xl:md:col-start-2">
          {changes.map((change) => (
            <ChangeLine key={change.label} change={change} />
          ))}
        </dl>
      )}
    </li>
  )
}

const ChangeLine = ({ change: { label, before, after } }: { change: Change }) => (
  <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
    <dt>{label}:</dt>
    <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      <del className="min-w-0 break-words decoration-line-strong">
        <VisuallyHidden>before: </VisuallyHidden>
        {before}
      </del>
      <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 self-center" />
      <ins className="min-w-0 break-words text-ink no-underline">
        <VisuallyHidden>after: </VisuallyHidden>
        {after}
      </ins>
    </dd>
  </div>
)

/** Links to a member's page. Erased accounts are shown by number. */
export const MemberLink = ({ id, name }: { id: number; name: string | null | undefined }) => (
  <Link to={`/admin/members/${id}`} className="font-semibold underline underline-offset-3 hover:no-underline">
    {name ?? `member ${id}`}
  </Link>
)

const CaseLink = ({ id }: { id: number }) => (
  <Link to={`/admin/reports/${id}`} className="font-semibold underline underline-offset-3 hover:no-underline">
    case {id}
  </Link>
)
