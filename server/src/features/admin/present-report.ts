import { type AdminReport, SnapshotProfile } from '@rosella/contract/admin/report-shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { faceOf } from './face-of'

type Sealed = NonNullable<AdminReport['snapshot']>

interface Row extends Omit<AdminReport, 'snapshot' | 'own'> {
  content: (Omit<Sealed, 'photos'> & { photos: { filename: string; copy: string | null }[] }) | null
  messages_total: number
  hash: string
}

const IN_A_LIST = 20

const party = (id: string, member: string) => sql`json_build_object('id', r.${sql.ref(id)},
  'username', ${sql.ref(member)}.username, 'url_hash', ${sql.ref(member)}.url_hash,
  'photo', ${sql.ref(member)}.photo, 'status', ${sql.ref(member)}.status)`

/**
 * Cases as moderators see them. A conversation may be a thousand messages long, so the database cuts it for a
 * list and no process has to read it all.
 */
export const reportsAsked = (rest: RawBuilder<unknown>, messages: 'some' | 'all' = 'some') => sql<Row>`
  select r.id, r.reporter_id, r.member_id, r.reason, r.info, r.severity, r.state, r.outcome, r.assignee_id,
    r.note, r.member_text, r.until_ts, r.created_ts, r.taken_ts, r.closed_ts, r.closed_by, r.lifted_ts,
    who.username as assignee, closer.username as closer,
    case when r.reporter_id is not null then ${party('reporter_id', 'f')} end as reporter, ${party('member_id', 'm')} as member,
    (select json_build_object('total', count(*), 'open', count(*) filter (where o.state <> 'closed'))
      from report o where o.member_id = r.member_id) as about_member,
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
    left join member f on f.id = r.reporter_id
    left join member m on m.id = r.member_id
    left join member who on who.id = r.assignee_id
    left join member closer on closer.id = r.closed_by
    left join appeal a on a.report_id = r.id
    left join scam_hold h on h.report_id = r.id
    left join report_snapshot s on s.report_id = r.id
  ${rest}`

export function presentReport(
  deps: Pick<Services, 'photoUrls'>,
  admin: Pick<Viewer, 'id'>,
  { content, messages_total, hash, ...report }: Row,
): AdminReport {
  return {
    ...report,
    reporter: report.reporter && { ...report.reporter, ...faceOf(deps, report.reporter) },
    member: { ...report.member, ...faceOf(deps, report.member) },
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

/** What may be null leaves by a shape that refuses what it does not declare, instead of leaving it out. */
const declared = <P extends object>(profile: P): P =>
  Object.fromEntries(Object.entries(profile).filter(([key]) => key in SnapshotProfile.properties)) as P
