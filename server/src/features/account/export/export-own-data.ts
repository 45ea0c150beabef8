import { memberColumns } from '@rosella/contract/profile/fields'
import { questionById } from '@rosella/contract/questions/questions'
import { importances } from '@rosella/contract/questions/rules'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../../platform/database/tables'
import type { Reader } from '../../../platform/database/transaction'
import { type ExportRow, exportCredentials, exportNotifications, readable } from './export-relations'

/** Data that the member entered or created, one file per subject. Secrets and their hashes are left out. */
export async function exportOwnData(db: Reader, memberId: number): Promise<Record<string, unknown>> {
  const [
    member,
    account,
    profile,
    activity,
    answers,
    photos,
    sessions,
    emails,
    wrongCodes,
    reports,
    appeals,
    search,
    verifications,
    shield,
    suggestions,
    keys,
    notifications,
    questions,
  ] = await Promise.all([
    db.selectFrom('member').where('id', '=', memberId).selectAll().executeTakeFirstOrThrow(),
    db.selectFrom('account').where('member_id', '=', memberId).selectAll().executeTakeFirstOrThrow(),
    db.selectFrom('profile').where('member_id', '=', memberId).selectAll().executeTakeFirst(),
    db.selectFrom('activity').where('member_id', '=', memberId).selectAll().executeTakeFirst(),
    db
      .selectFrom('prompt_answer as a')
      .innerJoin('prompt as p', 'p.id', 'a.question_id')
      .where('a.member_id', '=', memberId)
      .orderBy('a.order_n')
      .select(['p.question', 'a.answer', 'a.active'])
      .execute(),
    db
      .selectFrom('photo')
      .where('member_id', '=', memberId)
      .orderBy('created_ts')
      .select(['name', 'approved', 'width', 'height', 'created_ts', 'approved_ts', 'reject_reason'])
      .execute(),
    db
      .selectFrom('session')
      .where('member_id', '=', memberId)
      .where('admin_id', 'is', null)
      .orderBy('last_used_ts', 'desc')
      .select(['device', 'created_ts', 'last_used_ts', 'expires_ts'])
      .execute(),
    db
      .selectFrom('access_key')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['kind', 'email', 'created_ts', 'expires_ts', 'used_ts'])
      .execute(),
    db
      .selectFrom('wrong_code')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select('ts as entered_ts')
      .execute(),
    db
      .selectFrom('report as r')
      .innerJoin('report as c', (join) => join.on((e) => e('c.id', '=', e.fn.coalesce('r.added_to', 'r.id'))))
      .where('r.reporter_id', '=', memberId)
      .orderBy('r.id')
      .select(['r.reason', 'r.info', 'c.state', 'c.outcome', 'r.created_ts', 'c.closed_ts'])
      .execute(),
    db
      .selectFrom('appeal')
      .where('member_id', '=', memberId)
      .select(['text', 'created_ts', 'decided_ts', 'upheld'])
      .execute(),
    exportSearch(db, memberId),
    // The selfies are for moderators only and are never exported.
    db
      .selectFrom('verification')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['state', 'poses', 'reason', 'created_ts', 'decided_ts', 'removed_ts', 'removed_reason'])
      .execute(),
    exportShield(db, memberId),
    exportSuggestions(db, memberId),
    exportCredentials(db, memberId),
    exportNotifications(db, memberId),
    exportQuestions(db, memberId),
  ])
  return {
    account: accountOf(member, account, activity?.last_active_ts ?? null),
    profile: profileOf(member, profile),
    'discussion-prompts': answers,
    photos: photos.map((photo) => readable({ ...photo, file: `photos/${photo.name}.jpg` })),
    sessions: sessions.map(readable),
    'mailed-links-and-codes': emails.map(readable),
    'wrong-codes': wrongCodes.map(readable),
    'reports-you-made': reports.map(readable),
    appeals: appeals.map(readable),
    'verified-photos': verifications.map(readable),
    ...search,
    'scam-shield': shield,
    ...suggestions,
    'ways-to-log-in': keys,
    notifications,
    questions,
  }
}

/**
 * The member's preferences, saved searches, rate-limited pages and number of hidden addresses. The people
 * found by a search are not the member's data.
 */
async function exportSearch(db: Reader, memberId: number) {
  const [preferences, searches, refused, known] = await Promise.all([
    db.selectFrom('preferences').where('member_id', '=', memberId).selectAll().executeTakeFirst(),
    db
      .selectFrom('saved_search')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['name', 'filters', 'mail', 'created_ts'])
      .execute(),
    db
      .selectFrom('refused_pages')
      .where('member_id', '=', memberId)
      .orderBy('day')
      .select(['day', 'count'])
      .execute(),
    // Stored as hashes that nobody can read, not even the member.
    db
      .selectFrom('people_i_know')
      .where('member_id', '=', memberId)
      .select(({ fn }) => fn.countAll<number>().as('addresses'))
      .executeTakeFirstOrThrow(),
  ])
  const { member_id: _id, ...own } = preferences ?? { member_id: memberId }
  return {
    preferences: own,
    'saved-searches': searches.map(readable),
    'refused-pages': refused,
    'people-i-know': known,
  }
}

/**
 * When the member was kept from starting conversations, and the warnings they dismissed. Matched messages
 * would reveal the rules, and an active warning is about someone else.
 */
async function exportShield(db: Reader, memberId: number) {
  const [restrictions, dismissed] = await Promise.all([
    db
      .selectFrom('messaging_restriction')
      .where('member_id', '=', memberId)
      .orderBy('report_id')
      .select(['since_ts', 'ended_ts', 'appeal_text', 'appeal_ts'])
      .execute(),
    db
      .selectFrom('scam_warning')
      .where('receiver_id', '=', memberId)
      .where('dismissed_ts', 'is not', null)
      .orderBy('dismissed_ts')
      .select('dismissed_ts')
      .execute(),
  ])
  return { holds: restrictions.map(readable), 'warnings-dismissed': dismissed.map(readable) }
}

/**
 * How often the member was shown and what they did, and the reasons for their suggestions. The suggested people are not
 * the member's data. How often others opened and liked the card is left out, because the numbers include stealth views
 * and likes from people who hide; the rest is in likes-roses-views-blocks.
 */
async function exportSuggestions(db: Reader, memberId: number) {
  const [impressions, days] = await Promise.all([
    db
      .selectFrom('impression')
      .where('member_id', '=', memberId)
      .orderBy('day')
      .orderBy('surface')
      // A row of zeros would still reveal that somebody opened the card.
      .where((e) =>
        e.or(['shown' as const, 'saw' as const, 'sent' as const, 'picked' as const].map((n) => e(n, '>', 0))),
      )
      .select(['day', 'surface', 'shown', 'saw', 'sent', 'picked'])
      .execute(),
    db
      .selectFrom('suggestion')
      .where('member_id', '=', memberId)
      .orderBy('day')
      .select(['day', 'different', 'reasons'])
      .execute(),
  ])
  return { impressions, suggestions: days }
}

/** The profiles whose shown answers they opened today are in likes-roses-views-blocks, as views. */
async function exportQuestions(db: Reader, memberId: number) {
  const [own, rows] = await Promise.all([
    db
      .selectFrom('question_member')
      .where('member_id', '=', memberId)
      .select('sensitive_ts')
      .executeTakeFirst(),
    db
      .selectFrom('question_answer')
      .where('member_id', '=', memberId)
      .orderBy('question_id')
      .selectAll()
      .execute(),
  ])
  const answers = rows.map(({ question_id, choice, accepts, importance, shown, answered_ts }) => {
    const { text, topic, choices = [] } = questionById(question_id) ?? {}
    return readable({
      question_id,
      question: text ?? null,
      topic: topic ?? null,
      answer: choices[choice] ?? choice,
      accepted_answers: choices.filter((_, n) => (accepts >> n) & 1),
      importance: importances[importance],
      visibility: shown ? 'shown' : 'private',
      answered_ts,
    })
  })
  return readable({ agreed_to_sensitive_topics_ts: own?.sensitive_ts ?? null, answers })
}

type Member = Selectable<Tables['member']>
type Account = Selectable<Tables['account']>

function accountOf(member: Member, account: Account, last_active_ts: number | null): ExportRow {
  const { member_id: _id, password_hash, notes: _notes, email_hash: _hash, ban_hash: _ban, ...more } = account
  const { user_handle: _handle, device_epoch: _epoch, ...rest } = more
  const { id, url_hash, status, premium, premium_until_ts, created_ts, profile_completed_ts } = member
  const { paused, no_suggestions, verified_ts } = member
  return readable({
    id,
    profile_address: `/${url_hash}`,
    status,
    premium,
    premium_until_ts,
    created_ts,
    profile_completed_ts,
    last_active_ts,
    paused,
    no_suggestions,
    verified_ts,
    has_password: password_hash !== null,
    ...rest,
  })
}

function profileOf(member: Member, profile: Selectable<Tables['profile']> | undefined): ExportRow {
  const { latitude, longitude, town_hidden } = member
  const basics = Object.fromEntries(memberColumns.map((column) => [column, member[column]]))
  const { member_id: _id, ...texts } = profile ?? { member_id: 0 }
  return { ...basics, latitude, longitude, town_hidden, ...texts }
}

export const ownPhotos = (db: Reader, memberId: number) =>
  sql<{ name: string; approved: boolean | null }>`
    select name, approved from photo where member_id = ${memberId} order by created_ts, name`.execute(db)
