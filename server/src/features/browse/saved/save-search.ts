import type { saveSearch as call } from '@rosella/contract/browse/endpoints'
import { type Filters, filtersRule, setFilters, writeFilters } from '@rosella/contract/browse/filters'
import { type MailPace, MOST_SAVED_SEARCHES, SAVED_SEARCH_NAME } from '@rosella/contract/browse/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { storableText } from '@rosella/contract/storable-text'
import { type Tx, withTransaction } from '../../../database/transaction'
import { accept, Problem } from '../../../domain/problem'
import type { Viewer } from '../../../domain/viewer'
import type { Services } from '../../../ports/services'
import type { Deps } from '../list-members'
import { findOrigin } from '../make-request'
import { readSeeker } from '../search-request'
import { stillMatching } from './list-saved-searches'

interface Checked {
  name: string
  filters: Filters
  mail: MailPace | undefined
}

/** A new one, or another name, filters or pace for one's own. Other filters begin anew: nobody is new in them yet. */
export async function saveSearch(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'hidden'>,
  input: InputOf<typeof call>,
): Promise<ReplyOf<typeof call>> {
  const checked = check(input)
  const seeker = await readSeeker(deps.db, viewer.id)
  if (!seeker) throw new Problem('session.none')
  await findOrigin(deps, seeker, checked.filters)
  const now = deps.clock.now()
  const saved = await withTransaction(deps, async (tx) => {
    // One at a time for a member, so that ten are ten.
    await tx.selectFrom('member').where('id', '=', viewer.id).forUpdate().select('id').execute()
    return input.id === undefined
      ? insert(tx, viewer.id, checked, now)
      : update(tx, viewer.id, input.id, checked)
  })
  const { fresh, ...row } = saved
  const still = fresh.length === 0 ? [] : await stillMatching(deps, viewer, checked.filters, fresh)
  return { ...row, name: checked.name, filters: writeFilters(checked.filters), new: still.length }
}

function check({ name, filters: written, mail }: InputOf<typeof call>): Checked {
  const line = storableText(name)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  if (line.length < 1 || line.length > SAVED_SEARCH_NAME.characters) throw new Problem('saved-search.name')
  const filters = accept(filtersRule(written))
  if (setFilters(filters).length === 0) throw new Problem('saved-search.empty')
  return { name: line, filters, mail }
}

/** `fresh`: who began to match and has not been seen. */
type Saved = Pick<ReplyOf<typeof call>, 'id' | 'mail' | 'created_ts'> & { fresh: number[] }

async function insert(
  tx: Tx,
  memberId: number,
  { name, filters, mail }: Checked,
  now: number,
): Promise<Saved> {
  const held = await tx.selectFrom('saved_search').where('member_id', '=', memberId).select('id').execute()
  if (held.length >= MOST_SAVED_SEARCHES) throw new Problem('saved-search.limit', { n: MOST_SAVED_SEARCHES })
  const row = await tx
    .insertInto('saved_search')
    .values({
      member_id: memberId,
      name,
      filters: JSON.stringify(writeFilters(filters)),
      mail: mail ?? 'none',
      created_ts: now,
    })
    .returning(['id', 'mail', 'created_ts'])
    .executeTakeFirstOrThrow()
  return { ...row, fresh: [] }
}

async function update(
  tx: Tx,
  memberId: number,
  id: number,
  { name, filters, mail }: Checked,
): Promise<Saved> {
  const own = await tx
    .selectFrom('saved_search')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .select(['filters'])
    .executeTakeFirst()
  if (!own) throw new Problem('saved-search.unknown')
  const written = writeFilters(filters)
  if (!isSame(own.filters as Record<string, string>, written))
    await tx.deleteFrom('saved_search_hit').where('search_id', '=', id).execute()
  const row = await tx
    .updateTable('saved_search')
    .set({ name, filters: JSON.stringify(written), ...(mail ? { mail } : {}) })
    .where('id', '=', id)
    .returning(['id', 'mail', 'created_ts'])
    .executeTakeFirstOrThrow()
  const fresh = await tx
    .selectFrom('saved_search_hit')
    .where('search_id', '=', id)
    .where('seen', '=', false)
    .select('member_id')
    .execute()
  return { ...row, fresh: fresh.map(({ member_id }) => member_id) }
}

const isSame = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, value]) => other[key] === value)

export const deleteSavedSearch = (
  deps: Pick<Services, 'db' | 'bus'>,
  viewer: Pick<Viewer, 'id'>,
  id: number,
): Promise<{ message?: string }> =>
  withTransaction(deps, async (tx) => {
    const gone = await tx
      .deleteFrom('saved_search')
      .where('id', '=', id)
      .where('member_id', '=', viewer.id)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new Problem('saved-search.unknown')
    return {}
  })
