import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { adminReport, adminReports } from '@rosella/contract/safety/case-endpoints'
import { type AdminReport, SnapshotProfile } from '@rosella/contract/safety/case-shapes'
import { type RawBuilder, sql } from 'kysely'
import { auditQuery } from '../../../members/audit'
import { staffIds } from '../../../members/staff'
import type { Reader } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { mainPhotoUrl } from '../../photos/index'

type Sealed = NonNullable<AdminReport['snapshot']>

interface CaseRow extends Omit<AdminReport, 'snapshot' | 'own'> {
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
  select r.id, r.reporter_id, r.member_id, r.reason, r.info, r.severity, r.state, r.outcome, r.assignee_id,
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
  { content, messages_total, hash, ...report }: CaseRow,
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

type State = NonNullable<InputOf<typeof adminReports>['state']>

/** Small, because each case includes its evidence. */
const PAGE_SIZE = 10
const REACH = 10_000
const LINES = 100

/** The conditions and order of each list (indexes report_queue, appeal_open and report_closed). */
const lists: Record<State, { which: RawBuilder<unknown>; order: RawBuilder<unknown> }> = {
  open: { which: sql`r.state <> 'closed'`, order: sql`r.severity desc, r.created_ts, r.id` },
  appealed: {
    which: sql`a.report_id is not null and a.decided_ts is null`,
    order: sql`a.created_ts, r.id`,
  },
  closed: { which: sql`r.state = 'closed' and r.added_to is null`, order: sql`r.closed_ts desc, r.id desc` },
}

export async function listCases(
  deps: Services,
  admin: Viewer,
  input: Pick<InputOf<typeof adminReports>, 'state' | 'p'>,
): Promise<ReplyOf<typeof adminReports>> {
  const { which, order } = lists[input.state ?? 'open']
  const where = sql`${which} and ${isShownTo(deps, admin)}`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (
      select from report r left join appeal a on a.report_id = r.id where ${where} limit ${REACH}) found`.execute(
    deps.db,
  )
  const pages = Math.max(1, Math.ceil(Number(counted[0]?.total ?? 0) / PAGE_SIZE))
  const offset = (Math.min(input.p ?? 1, pages) - 1) * PAGE_SIZE
  const { rows } = await casesQuery(
    sql`where ${where} order by ${order} limit ${PAGE_SIZE} offset ${offset}`,
  ).execute(deps.db)
  return { items: rows.map((row) => presentCase(deps, admin, row)), pages }
}

/** Moderators never see cases about themselves, which name the reporter. Cases about staff are for admins. */
const isShownTo = ({ site }: Services, { id, role }: Pick<Viewer, 'id' | 'role'>): RawBuilder<unknown> =>
  role === 'admin'
    ? sql`r.member_id <> ${id}`
    : sql`r.member_id <> ${id} and r.member_id not in ${staffIds(site)}`

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
  return { report: presentCase(deps, admin, row), others, added, history }
}

/** Short cases, newest first; the caller adds the condition. */
export const caseLines = (db: Reader) =>
  db
    .selectFrom('report')
    .orderBy('id', 'desc')
    .limit(LINES)
    .select(['id', 'reporter_id', 'member_id', 'reason', 'severity', 'state', 'outcome'])
    .select(['created_ts', 'closed_ts'])
