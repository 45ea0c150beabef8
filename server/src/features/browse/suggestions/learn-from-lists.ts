import type { LearnedWeights } from '@rosella/contract/browse/exposure'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/database/transaction'
import { drainYielding } from './matching/assign'
import type { CandidateTable } from './matching/candidate-table'
import type { BandsFrom } from './matching/find-candidates'
import { cardOf, learnPairWeights, type ShownCard } from './matching/learn-pair-weights'
import { type Weights, weights } from './matching/weights'
import { AGAIN_AFTER_DAYS, type CandidateRequest } from './read-candidates'

const DAY = 86_400
/** At most this many lists are read, of as many viewers as possible: 42,000 cards. */
const MOST_LISTS = 3000
/** Viewers whose lists are read with one query. */
const CHUNK = 50

interface Lists {
  table: CandidateTable
  bandsFrom: BandsFrom
  /** The slots of the members whose lists may be read. */
  viewers: readonly number[]
  request: CandidateRequest
  yieldToEventLoop: () => Promise<void>
}

/**
 * The weights of a day. They are learned once a day from lists that their member opened; if two processes learn them,
 * both use those stored first. Only the result is stored: six weights and how many cards they come from.
 */
export async function weightsOfDay(db: Reader, lists: Lists): Promise<Weights> {
  const { day } = lists.request
  const known = await db
    .selectFrom('suggestion_day')
    .where('day', '=', day)
    .select('learned')
    .executeTakeFirst()
  if (known?.learned) return withLearned(known.learned)
  const cards = await readShownCards(db, lists)
  const made = await drainYielding(learnPairWeights(weights.pair, cards), lists.yieldToEventLoop)
  const { rows } = await sql<{ learned: LearnedWeights }>`
    insert into suggestion_day (day, learned) values (${day}::date, ${JSON.stringify(made)}::jsonb)
    on conflict (day) do update set learned = coalesce(suggestion_day.learned, excluded.learned)
    returning learned`.execute(db)
  return withLearned(rows[0]?.learned ?? made)
}

/** The weights learned last. */
export async function latestWeights(db: Reader): Promise<Weights> {
  const row = await db
    .selectFrom('suggestion_day')
    .where('learned', 'is not', null)
    .orderBy('day', 'desc')
    .select('learned')
    .limit(1)
    .executeTakeFirst()
  return row?.learned ? withLearned(row.learned) : weights
}

const withLearned = ({ pair }: LearnedWeights): Weights => ({
  ...weights,
  pair: { ...weights.pair, ...pair },
})

/**
 * The cards of some viewers' latest lists. A suggested member had not been liked in the 30 days before, so every like
 * of the last 30 days followed the suggestion. Repeated suggestions are left out: they were passed before, and most of
 * them are near, because viewers with narrow preferences run out of candidates. Members who left or opted out are not
 * in the table.
 */
async function readShownCards(
  db: Reader,
  { table, bandsFrom, viewers, request: { now, day }, yieldToEventLoop }: Lists,
): Promise<ShownCard[]> {
  const step = Math.max(1, Math.ceil(viewers.length / MOST_LISTS))
  const some = viewers.filter((_, at) => at % step === 0).map((slot) => table.ids[slot] as number)
  const most = Math.min(AGAIN_AFTER_DAYS - 1, Math.floor(MOST_LISTS / Math.max(1, some.length)))
  const cards: ShownCard[] = []
  for (let at = 0; at < some.length; at += CHUNK) {
    const { rows } = await sql<{ me: number; others: number[]; liked: boolean[]; before: number[] }>`
      with opened as materialized (
        select s.member_id as me, s.day, s.others,
          row_number() over (partition by s.member_id order by s.day desc) as place
        from suggestion s
        join impression i on i.member_id = s.member_id and i.day = s.day and i.surface = 'for-you' and i.saw > 0
        where s.member_id = any(${some.slice(at, at + CHUNK)}::bigint[])
          and s.day > ${day}::date - ${AGAIN_AFTER_DAYS}::int and s.day < ${day}::date
      )
      select s.me, s.others, array(
          select exists (select from relation r where r.me = s.me and r.other = o.id
            and r.sent_like_ts > ${now - AGAIN_AFTER_DAYS * DAY})
          from unnest(s.others) with ordinality o (id, place) order by o.place) as liked,
        array(select o.id from opened e cross join unnest(e.others) o (id)
          where e.me = s.me and e.day < s.day and o.id = any(s.others)) as before
      from opened s where s.place <= ${most}`.execute(db)
    for (const { me, others, liked, before } of rows) {
      const viewer = table.slotOf(me) as number
      const bands = bandsFrom(table.town[viewer] as number)
      others.forEach((id, place) => {
        const other = before.includes(id) ? undefined : table.slotOf(id)
        if (other !== undefined) cards.push(cardOf(table, viewer, other, bands, liked[place] as boolean))
      })
      await yieldToEventLoop()
    }
  }
  return cards
}
