import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Inbox from 'lucide-react/icons/inbox'
import SkipForward from 'lucide-react/icons/skip-forward'
import { type ReactNode, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useLive } from '../../../platform/live/live'
import { roleIn, useSession } from '../../../platform/session/session'
import { TimeAgo } from '../../../platform/TimeAgo'
import { ButtonLink } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { Switch } from '../../../ui/forms/Switch'
import { Avatar } from '../../../ui/member/Avatar'
import { Pager } from '../../../ui/Pager'
import { Tabs } from '../../../ui/Tabs'
import { Tag } from '../../../ui/Tag'
import { AdminPage } from '../AdminPage'
import { KeyButton, KeyCap } from '../KeyButton'
import { QueryResult } from '../QueryResult'
import { useAdminQuery, usePage } from '../use-admin'
import { useKeys, useKeysOn } from '../use-keys'
import { WaitingTime } from '../WaitingTime'
import { formatNumber } from '../when'
import { CaseFilterBar } from './CaseFilterBar'
import { hasDraft } from './case-drafts'
import { filtersIn, queryWith, useNextCase } from './case-filters'
import {
  APPEAL_PATIENCE,
  accusedName,
  appealTag,
  formatDuration,
  type ListedState,
  listedStates,
  reporterName,
  severityInfo,
  stateTag,
} from './case-labels'

type ReportRowProps = { report: AdminReport; list: ListedState; query: string }

/** A case in a list. The whole row links to it, with the filters that lead to the next case. */
export function ReportRow({ report, list, query }: ReportRowProps) {
  const { id, severity, reason, info, member, assignee, assignee_id, appeal, own } = report
  const urgency = severityInfo(severity)
  const state = stateTag(report)
  return (
    <li className="petal-md relative grid gap-x-5 gap-y-2 bg-surface px-4 py-3 inset-ring inset-ring-line transition hover:bg-sunken md:grid-cols-[minmax(0,1fr)_9.5rem_8.5rem_10rem]">
      <div className="flex min-w-0 gap-3">
        <Avatar name={accusedName(report)} photo={member.photo_url ? { src: member.photo_url } : null} />
        <div className="grid min-w-0 gap-0.5">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              to={`/admin/reports/${id}${query}`}
              data-case
              className="font-bold text-base after:absolute after:inset-0"
            >
              <span className="text-muted tabular-nums">No. {id}</span> {reason}
            </Link>
            <Tag tone={urgency.tone}>{urgency.label}</Tag>
            {own && <Tag>Your own report</Tag>}
            {list === 'open' && hasDraft(id) && <Tag>Draft</Tag>}
          </div>
          <p className="flex flex-wrap items-center gap-x-1.5">
            {reporterName(report)}{' '}
            <ArrowRight role="img" aria-label="reported" className="size-4 text-muted" />
            <span className="font-semibold">{accusedName(report)}</span>
            {report.about_member.total > 1 && (
              <span className="text-muted">· {report.about_member.total} reports</span>
            )}
          </p>
          {info && <p className="line-clamp-1 text-muted">{info}</p>}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-md:ps-14 md:contents">
        <Part label={list === 'closed' ? 'Closed' : 'Waiting'}>
          {list === 'open' && <WaitingTime since={report.created_ts} patience={urgency.patience} />}
          {list === 'appealed' && appeal && (
            <WaitingTime since={appeal.created_ts} patience={APPEAL_PATIENCE} />
          )}
          {list === 'closed' && report.closed_ts !== null && (
            <span>
              <TimeAgo at={report.closed_ts * 1000} />
              <span className="text-muted">
                , after {formatDuration(report.closed_ts - report.created_ts)}
              </span>
            </span>
          )}
        </Part>
        <Part label={list === 'open' ? 'Moderator' : 'Decided by'}>
          {list === 'open' ? (
            assignee_id === null ? (
              <span className="text-muted">Nobody yet</span>
            ) : (
              (assignee ?? `Staff member ${assignee_id}`)
            )
          ) : (
            (report.closer ?? `Staff member ${report.closed_by}`)
          )}
        </Part>
        <div className="flex flex-wrap items-center gap-1.5 md:justify-end">
          <Tag tone={state.tone}>{state.label}</Tag>
          {appeal && <Tag tone={appealTag(appeal).tone}>{appealTag(appeal).label}</Tag>}
        </div>
      </div>
    </li>
  )
}

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline gap-x-1.5 md:grid md:content-center">
    <span className="text-muted text-xs max-md:sr-only">{label}</span>
    {children}
  </div>
)

const labels: Record<ListedState, string> = { open: 'Open', appealed: 'Appealed', closed: 'Closed' }
const emptyTexts: Record<ListedState, { title: string; text: string }> = {
  open: { title: 'No open reports', text: 'New reports appear here automatically.' },
  appealed: { title: 'No open appeals', text: 'Members can appeal once against a decision.' },
  closed: { title: 'No closed cases', text: 'Closed cases stay here for good.' },
}

/** The cases of one moderator, of nobody, or of all. The letter chooses it. */
const whose = {
  open: [
    { value: 'mine', label: 'Mine', letter: 'M' },
    { value: 'unassigned', label: 'Unassigned', letter: 'U' },
    { value: undefined, label: 'All', letter: 'A' },
  ],
  appealed: [],
  closed: [
    { value: 'mine', label: 'Decided by me', letter: 'M' },
    { value: undefined, label: 'All', letter: 'A' },
  ],
} as const satisfies Record<ListedState, readonly object[]>

/** Moves the focus to the next or the previous case of the list. */
function focusCase(step: 1 | -1): void {
  const links: (Element | null)[] = [...document.querySelectorAll('[data-case]')]
  const at = links.indexOf(document.activeElement)
  const next = at < 0 && step < 0 ? links.length - 1 : at + step
  const link = links[Math.min(Math.max(next, 0), links.length - 1)]
  if (link instanceof HTMLElement) link.focus()
}

/** Cases: the most urgent and oldest first while they wait, the latest first once they are closed. */
export function ReportsScreen() {
  const { page, hrefFor, search } = usePage()
  const filters = filtersIn(search)
  const { state = 'open' } = filters
  const list = useAdminQuery('GET /api/admin/reports', { ...filters, p: page })
  // Only admins may read the counts of all queues.
  const isAdmin = roleIn(useSession()) === 'admin'
  const overview = useAdminQuery('GET /api/admin/overview', {}, { enabled: isAdmin })
  const open = useLive((live) => live.adminAlerts.reports)
  const counts: Partial<Record<ListedState, number>> = {
    open: overview.data?.queues.reports.waiting ?? open,
    appealed: overview.data?.queues.appeals.waiting,
  }
  const navigate = useNavigate()
  const next = useNextCase()
  const [keysOn, setKeysOn] = useKeysOn()
  const searchField = useRef<HTMLInputElement>(null)
  const query = queryWith(search)
  const choose = (assigned: string | undefined) => `/admin/reports${queryWith(search, { assigned })}`
  useKeys(
    {
      j: () => focusCase(1),
      k: () => focusCase(-1),
      '/': () => searchField.current?.focus(),
      ...(state === 'open' && !next.isPending ? { n: () => void next.open() } : {}),
      ...Object.fromEntries(
        whose[state].map(({ value, letter }) => [letter.toLowerCase(), () => void navigate(choose(value))]),
      ),
    },
    keysOn,
  )
  return (
    <AdminPage
      title="Reports"
      actions={
        <Tabs
          label="Reports"
          tabs={listedStates.map((one) => ({
            to: `/admin/reports${queryWith(new URLSearchParams(), {
              state: one === 'open' ? undefined : one,
              q: search.get('q') ?? undefined,
            })}`,
            label: labels[one],
            current: one === state,
            count: counts[one],
            countLabel: 'waiting',
          }))}
        />
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {whose[state].length > 0 && (
          <Tabs
            label="Moderator"
            tabs={whose[state].map(({ value, label, letter }) => ({
              to: choose(value),
              label: (
                <>
                  {label}
                  {keysOn && <KeyCap letter={letter} />}
                </>
              ),
              current: filters.assigned === value,
            }))}
          />
        )}
        {state === 'open' && (
          <div className="w-64">
            <KeyButton
              letter={keysOn ? 'N' : undefined}
              icon={SkipForward}
              tone="gum"
              onClick={() => void next.open()}
              disabled={next.isPending}
            >
              Take the next case
            </KeyButton>
          </div>
        )}
      </div>
      <CaseFilterBar
        key={`${state} ${search.get('q')}`}
        search={search}
        state={state}
        reasons={list.data?.reasons ?? []}
        searchField={searchField}
      />
      <QueryResult query={list}>
        {({ items, pages, total }) =>
          items.length === 0 ? (
            <Nothing search={search} state={state} />
          ) : (
            <>
              <p className="flex flex-wrap items-center gap-x-2 text-muted" role="status">
                {total === 1 ? 'One case' : `${formatNumber(total)} cases`}
                {keysOn && (
                  <span className="flex items-center gap-1 pointer-coarse:hidden">
                    · <KeyCap letter="J" /> <KeyCap letter="K" /> move, <KeyCap letter="Enter" /> opens,{' '}
                    <KeyCap letter="/" /> searches
                  </span>
                )}
              </p>
              <ul aria-label={`${labels[state]} cases`} className="grid gap-2">
                {items.map((report) => (
                  <ReportRow key={report.id} report={report} list={state} query={query} />
                ))}
              </ul>
              <Pager page={Math.min(page, pages)} pages={pages} hrefFor={hrefFor} />
            </>
          )
        }
      </QueryResult>
      <div className="max-w-80 pointer-coarse:hidden">
        <Switch label="Keyboard shortcuts" checked={keysOn} onChange={setKeysOn} />
      </div>
    </AdminPage>
  )
}

/** A search only covers one list, so it offers the others. */
function Nothing({ search, state }: { search: URLSearchParams; state: ListedState }) {
  const q = search.get('q') ?? undefined
  const isFiltered = ['p', 'state'].reduce((count, key) => count - Number(search.has(key)), search.size) > 0
  if (!isFiltered) {
    return (
      <EmptyState title={emptyTexts[state].title} icon={Inbox}>
        {emptyTexts[state].text}
      </EmptyState>
    )
  }
  const other = state === 'open' ? 'closed' : 'open'
  return (
    <EmptyState
      title="No cases match"
      icon={Inbox}
      action={
        q !== undefined && (
          <ButtonLink
            tone="quiet"
            to={`/admin/reports${queryWith(new URLSearchParams(), { q, state: other === 'open' ? undefined : other })}`}
          >
            Search {labels[other].toLowerCase()} cases
          </ButtonLink>
        )
      }
    >
      {q === undefined
        ? 'Try fewer filters.'
        : 'Try a case number, a member number, or the beginning of a name or email address.'}
    </EmptyState>
  )
}
