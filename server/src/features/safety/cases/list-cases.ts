import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { adminReport, adminReports } from '@rosella/contract/safety/case-endpoints'
import { type AdminReport, SnapshotProfile } from '@rosella/contract/safety/case-shapes'
import {
  type ReportReason,
  scamReasons,
  shieldReason,
  standardReasons,
} from '@rosella/contract/safety/reasons'
import { caseAges, urgencies } from '@rosella/contract/safety/rules'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { auditQuery } from '../../../members/audit'
import { staffIds } from '../../../members/staff'
import type { Reader } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { mainPhotoUrl } from '../../photos/index'
import { readWarnings } from '../safety-notices'

type Sealed = NonNullable<AdminReport['snapshot']>

interface CaseRow extends Omit<AdminReport, 'snapshot' | 'own'> {
  warn: boolean
  content: (Omit<Sealed, 'photos'> & { photos: { filename: string; copy: string | null }[] }) | null
  messages_total: number
  hash: string
}

const IN_A_LIST = 20

const party = (id: string, member: string) => sql`json_build_object('id', r.${sql.ref(id)},
  'username', ${sql.ref(member)}.username, 'url_hash', ${sql.ref(member)}.url_hash,
  'photo', ${sql.ref(member)}.photo, 'status', ${sql.ref(member)}.status)`

/**
 * Cases for moderators. A conversation may have a thousand messages, so the database cuts it for lists. A member without
 * an account is erased, although their row may stay for minutes.
 */
const casesQuery = (rest: RawBuilder<unknown>, messages: 'some' | 'all' = 'some') => sql<CaseRow>`
  select r.id, r.reporter_id, r.member_id, r.reason, r.reason_key, r.warn, r.info, r.severity, r.state, r.outcome, r.assignee_id,
    r.note, r.member_text, r.until_ts, r.created_ts, r.taken_ts, r.closed_ts, r.closed_by, r.lifted_ts, r.added_to,
    who.username as assignee, closer.username as closer,
    case when r.reporter_id is not null then ${party('reporter_id', 'f')} end as reporter, ${party('member_id', 'm')} as member,
    (select json_build_object('total', count(*), 'open', count(*) filter (where o.state <> 'closed'))
      from report o where o.member_id = r.member_id and o.added_to is null) as about_member,
    case when a.report_id is not null then json_build_object('text', a.text, 'created_ts', a.created_ts,
      'decided_ts', a.decided_ts, 'decided_by', a.decided_by, 'upheld', a.upheld, 'note', a.note,
      'member_text', a.member_text) end as appeal,
    case when h.report_id is not null then json_build_object('since_ts', h.since_ts, 'ended_ts', h.ended_ts,
      'appeal_text', h.appeal_text, 'appeal_ts', h.appeal_ts) end as hold,
    case when ${messages === 'all'} then s.content::jsonb else jsonb_set(s.content::jsonb, '{messages}',
      jsonb_path_query_array(s.content::jsonb, ${`$.messages[last - ${IN_A_LIST - 1} to last]`}::jsonpath))
      end as content,
    jsonb_array_length(s.content::jsonb -> 'messages') as messages_total,
    encode(s.hash, 'hex') as hash
  from report r
    left join (member f join account fa on fa.member_id = f.id) on f.id = r.reporter_id
    left join (member m join account ma on ma.member_id = m.id) on m.id = r.member_id
    left join member who on who.id = r.assignee_id
    left join member closer on closer.id = r.closed_by
    left join appeal a on a.report_id = r.id
    left join messaging_restriction h on h.report_id = r.id
    left join report_snapshot s on s.report_id = r.id
  ${rest}`

function presentCase(
  deps: Pick<Services, 'photoUrls'>,
  admin: Pick<Viewer, 'id'>,
  { content, messages_total, hash, warn: _warn, ...report }: CaseRow,
): AdminReport {
  return {
    ...report,
    reporter: report.reporter && { ...report.reporter, ...mainPhotoUrl(deps, report.reporter) },
    member: { ...report.member, ...mainPhotoUrl(deps, report.member) },
    own: report.reporter_id === admin.id,
    snapshot: content
      ? {
          ...content,
          profile: content.profile && declared(content.profile),
          messages_total,
          hash,
          photos: content.photos.map(({ filename, copy }) => ({
            filename,
            ...(copy === null
              ? { tmb_url: null, lg_url: null }
              : deps.photoUrls.of({ name: copy, isPublic: false })),
          })),
        }
      : undefined,
  }
}

/**
 * Drops fields that the shape does not declare, because a nullable shape rejects them instead of leaving them out.
 */
const declared = <P extends object>(profile: P): P =>
  Object.fromEntries(Object.entries(profile).filter(([key]) => key in SnapshotProfile.properties)) as P

/** Small, because each case includes its evidence. */
const PAGE_SIZE = 10
const REACH = 10_000
const LINES = 100
/** The most members whose cases a search by name covers; more require a longer query. */
const FOUND_MEMBERS = 1000

export type CaseFilters = Partial<Omit<InputOf<typeof adminReports>, 'p' | 'email' | 'token' | 'va'>>
type State = NonNullable<CaseFilters['state']>
type Sort = NonNullable<CaseFilters['sort']>

/** The condition and the order of each list (indexes report_queue, appeal_open and report_closed). */
const lists: Record<State, { which: RawBuilder<unknown>; since: RawBuilder<unknown>; sort: Sort }> = {
  open: { which: sql`r.state <> 'closed'`, since: sql`r.created_ts`, sort: 'urgency' },
  appealed: {
    which: sql`a.report_id is not null and a.decided_ts is null`,
    since: sql`a.created_ts`,
    sort: 'oldest',
  },
  closed: {
    which: sql`r.state = 'closed' and r.added_to is null`,
    since: sql`r.closed_ts`,
    sort: 'newest',
  },
}

export function caseOrder({ state = 'open', sort }: CaseFilters): RawBuilder<unknown> {
  const { since, sort: usual } = lists[state]
  switch (sort ?? usual) {
    case 'oldest':
      return sql`${since}, r.id`
    case 'newest':
      return sql`${since} desc, r.id desc`
    case 'urgency':
      // A closed case no longer waits, so the latest decision comes first.
      return state === 'closed'
        ? sql`r.severity desc, ${since} desc, r.id desc`
        : sql`r.severity desc, ${since}, r.id`
  }
}

/** The reasons to filter by, with their present texts. */
export function caseReasons(offered: readonly ReportReason[]): ReportReason[] {
  const reasons = [...offered, shieldReason, ...standardReasons]
  return reasons.filter(({ key }, at) => reasons.findIndex((other) => other.key === key) === at)
}

/** The cases that match and that this moderator may see, as a condition on report r and its appeal a. */
export async function matchingCases(
  deps: Services,
  db: Reader,
  admin: Pick<Viewer, 'id' | 'role'>,
  filters: CaseFilters,
): Promise<RawBuilder<SqlBool>> {
  const { state = 'open', assigned, reason, urgency, age, outcome, raised_by, q } = filters
  if (reason !== undefined) {
    const known = caseReasons((await deps.settings.current()).reasons)
    if (!known.some(({ key }) => key === reason)) throw new Problem('search.filter', { field: 'reason' })
  }
  const conditions = [
    lists[state].which,
    isShownTo(deps, admin),
    assigned === 'mine' && sql`r.assignee_id = ${admin.id}`,
    assigned === 'unassigned' && sql`r.assignee_id is null`,
    reason !== undefined && sql`r.reason_key = ${reason}`,
    urgency && sql`r.severity = ${urgencies[urgency]}`,
    age && sql`r.created_ts <= ${deps.clock.now() - caseAges[age]}`,
    outcome && sql`r.outcome = ${outcome}`,
    raised_by && (raised_by === 'shield' ? sql`r.reporter_id is null` : sql`r.reporter_id is not null`),
    q?.trim() && (await isAbout(deps, db, admin, q.trim())),
  ]
  return sql<SqlBool>`${sql.join(
    conditions.filter((one) => typeof one === 'object'),
    sql` and `,
  )}`
}

/**
 * The case or the member with this number, or members whose name or address starts with the text (indexes
 * member_by_name, account_by_email). Moderators find no staff by address, which they may not see.
 */
async function isAbout(
  { site }: Services,
  db: Reader,
  admin: Pick<Viewer, 'role'>,
  q: string,
): Promise<RawBuilder<unknown>> {
  const number = /^(?:#|no\.?\s*|case\s*)?(\d{1,15})$/i.exec(q)?.[1]
  if (number !== undefined) {
    return sql`(r.id = ${number}::bigint or r.member_id = ${number}::bigint or r.reporter_id = ${number}::bigint)`
  }
  const begins = `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const visible = admin.role === 'admin' ? sql`true` : sql`a.member_id not in ${staffIds(site)}`
  const { rows } = await sql<{ id: number }>`
    (select m.id from member m where lower(m.username) like ${begins} order by m.id desc limit ${FOUND_MEMBERS})
    union (select a.member_id from account a where lower(a.email) like ${begins} and ${visible}
      order by a.member_id desc limit ${FOUND_MEMBERS})`.execute(db)
  const ids = rows.map(({ id }) => id)
  return sql`(r.member_id = any(${ids}::bigint[]) or r.reporter_id = any(${ids}::bigint[]))`
}

/** The filters and the order choose the page from narrow rows; only its cases are read with their evidence. */
export async function listCases(
  deps: Services,
  admin: Viewer,
  input: CaseFilters & { p?: number },
): Promise<ReplyOf<typeof adminReports>> {
  const { db } = deps
  const found = sql`from report r left join appeal a on a.report_id = r.id
    where ${await matchingCases(deps, db, admin, input)}`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select ${found} limit ${REACH}) found`.execute(db)
  const total = Number(counted[0]?.total ?? 0)
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const offset = (Math.min(input.p ?? 1, pages) - 1) * PAGE_SIZE
  const { rows: page } = await sql<{ id: number }>`
    select r.id ${found} order by ${caseOrder(input)} limit ${PAGE_SIZE} offset ${offset}`.execute(db)
  const ids = page.map(({ id }) => id)
  const { rows } = await casesQuery(
    sql`where r.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], r.id)`,
  ).execute(db)
  return {
    items: rows.map((row) => presentCase(deps, admin, row)),
    pages,
    total,
    reasons: caseReasons((await deps.settings.current()).reasons),
  }
}

/** Moderators never see cases about themselves, which name the reporter. Cases about staff are for admins. */
export const isShownTo = (
  { site }: Pick<Services, 'site'>,
  { id, role }: Pick<Viewer, 'id' | 'role'>,
): RawBuilder<SqlBool> =>
  role === 'admin'
    ? sql<SqlBool>`r.member_id <> ${id}`
    : sql<SqlBool>`r.member_id <> ${id} and r.member_id not in ${staffIds(site)}`

/** One case with the whole conversation and its history. */
export async function readCase(
  deps: Services,
  admin: Viewer,
  id: number,
): Promise<ReplyOf<typeof adminReport>> {
  const { rows } = await casesQuery(sql`where r.id = ${id} and ${isShownTo(deps, admin)}`, 'all').execute(
    deps.db,
  )
  const [row] = rows
  if (!row) throw new Problem('report.unknown')
  const history = await auditQuery(deps.db)
    .where('a.member_id', '=', row.member_id)
    .where(sql`a.after ->> 'report_id'`, '=', String(id))
    .orderBy('a.id', 'desc')
    .limit(LINES)
    .execute()
  const others = await caseLines(deps.db)
    .where('member_id', '=', row.member_id)
    .where('id', '<>', id)
    .where('added_to', 'is', null)
    .execute()
  const added = await caseLines(deps.db).where('added_to', '=', id).execute()
  const report = presentCase(deps, admin, row)
  return {
    report,
    others,
    earlier: await findEarlier(deps, admin, report),
    added,
    history,
    warn_default: row.reason_key !== null && scamReasons.has(row.reason_key),
    ...(await readWarnings(deps, row)),
  }
}

/** Reports by either party and cases about the reporter (indexes report_reporter, report_member). */
const findEarlier = (deps: Services, admin: Pick<Viewer, 'id' | 'role'>, report: AdminReport) =>
  caseLines(deps.db)
    .where(({ eb, or }) =>
      or([
        eb('r.reporter_id', 'in', [report.member_id, report.reporter_id ?? 0]),
        eb('r.member_id', '=', report.reporter_id ?? 0),
      ]),
    )
    .where('r.id', '<>', report.id)
    .where('r.member_id', '<>', report.member_id)
    .where('r.added_to', 'is', null)
    .where(isShownTo(deps, admin))
    .execute()

/** Short cases, newest first; the caller adds the condition. */
export const caseLines = (db: Reader) =>
  db
    .selectFrom('report as r')
    .orderBy('r.id', 'desc')
    .limit(LINES)
    .select(['r.id', 'r.reporter_id', 'r.member_id', 'r.reason', 'r.severity', 'r.state', 'r.outcome'])
    .select(['r.created_ts', 'r.closed_ts'])
