import type { adminPhotos } from '@rosella/contract/admin/endpoints'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import type { Tables } from '../../database/tables'
import type { Services } from '../../ports/services'
import { adminPhotoQuery, presentAdminPhoto } from './present-photo'

type Deps = Pick<Services, 'db' | 'photoUrls'>
type State = NonNullable<InputOf<typeof adminPhotos>['state']>

const PAGE_SIZE = 24
/** Moderators turn pages of what is recent; anything older is found on its member's page. */
const REACH = 10_000

/** The queue, the oldest first (index photo_awaiting); or what was decided, the latest first (photo_decided). */
export async function listAdminPhotos(
  deps: Deps,
  input: InputOf<typeof adminPhotos>,
): Promise<ReplyOf<typeof adminPhotos>> {
  const state = input.state ?? 'awaiting'
  const total = await countUpTo(deps, state)
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const page = Math.min(input.p ?? 1, pages)
  const rows = await inOrder(adminPhotoQuery(deps.db).where(isIn(state)), state)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute()
  return { items: rows.map((row) => presentAdminPhoto(deps, row)), pages }
}

/** In the list's own order, so that the count walks the list's index and stops. */
async function countUpTo({ db }: Deps, state: State): Promise<number> {
  const some = inOrder(db.selectFrom('photo as p').where(isIn(state)).select('p.approved'), state)
  const { total } = await db
    .selectFrom(some.limit(REACH).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

type Photos = Tables & { p: Tables['photo'] }

const isIn = (state: State) => (eb: ExpressionBuilder<Photos, 'p'>) =>
  state === 'awaiting' ? eb('p.approved', 'is', null) : eb('p.approved', '=', state === 'approved')

const inOrder = <Q extends SelectQueryBuilder<Photos, 'p', object>>(query: Q, state: State): Q =>
  (state === 'awaiting'
    ? query.orderBy('p.created_ts').orderBy('p.name')
    : query.orderBy('p.approved_ts', 'desc').orderBy('p.name', 'desc')) as Q
