import { sql } from 'kysely'
import type { MatchKind, PhotoMatches } from '../../platform/ports/image-processor'
import type { Services } from '../../platform/services'

type Deps = Pick<Services, 'db' | 'clock' | 'hashIndex'>

/** Rows per query; a quarter of a megabyte of hashes for each thousand. */
const CHUNK = 2000
/**
 * Rows become visible when their transaction commits, which may be later than their time, and the clocks of two
 * processes differ a little. So younger rows are read again by the next search.
 */
const SETTLED_SECONDS = 120
/** Deleted rows stay in memory until then; callers read the rows of their matches. */
const REBUILD_SECONDS = 86_400
/** The most matches of each kind, unless the caller wants more. */
const AT_MOST = 50

const kinds: readonly MatchKind[] = ['photo', 'known']

interface Position {
  ts: number
  id: number
}

interface HashRow extends Position {
  owner: number
  hashes: Uint8Array
}

/** How far one kind was read. */
interface Progress {
  /** The last row that needs no second read. */
  settled: Position
  /** The ids of the rows after it. */
  recent: Set<number>
}

const nothing = (): Record<MatchKind, Progress> => ({
  photo: { settled: { ts: 0, id: 0 }, recent: new Set() },
  known: { settled: { ts: 0, id: 0 }, recent: new Set() },
})

/**
 * Finds photos and known photos that look like a photo, among the hashes of all of them. Each process keeps its own
 * copy in memory. It is a cache of the database: a search first reads what was added meanwhile.
 */
export class PhotoMatcher {
  #progress = nothing()
  #builtTs: number | undefined
  #reading: Promise<void> = Promise.resolve()

  constructor(private readonly deps: Deps) {
    deps.hashIndex.onLost(() => {
      this.#builtTs = undefined
    })
  }

  /**
   * For each photo, matches of members' photos (by photo.seq) and of known photos (by id), without those of one member.
   * Nothing matches a photo without hashes.
   */
  async find(
    photos: readonly { pdq: Uint8Array | null; except?: number }[],
    atMost = AT_MOST,
  ): Promise<PhotoMatches[]> {
    if (!photos.some(({ pdq }) => pdq?.length)) return photos.map(() => ({ photo: [], known: [] }))
    // One after another, and never the one that is running, which may have passed what was just added.
    this.#reading = this.#reading.catch(() => {}).then(() => this.#readNew())
    await this.#reading
    const found = await Promise.all(
      photos.map(async ({ pdq, except }) =>
        pdq?.length
          ? this.deps.hashIndex.find(Uint8Array.from(pdq), { except, atMost })
          : { photo: [], known: [] },
      ),
    )
    // The thread died in between, and a new one has searched an empty index.
    return this.#builtTs === undefined ? this.find(photos, atMost) : found
  }

  async #readNew(): Promise<void> {
    const now = this.deps.clock.now()
    if (this.#builtTs === undefined || now - this.#builtTs > REBUILD_SECONDS) {
      await this.deps.hashIndex.clear()
      this.#progress = nothing()
      this.#builtTs = now
    }
    for (const kind of kinds) await this.#readKind(kind, now - SETTLED_SECONDS)
  }

  async #readKind(kind: MatchKind, settledTs: number): Promise<void> {
    const progress = this.#progress[kind]
    for (let after = progress.settled; ; ) {
      const rows = await (kind === 'photo' ? this.#photosAfter(after) : this.#knownAfter(after))
      const added = rows.filter(({ id }) => !progress.recent.has(id))
      if (added.length > 0) {
        await this.deps.hashIndex.add(kind, {
          refs: Float64Array.from(added, ({ id }) => id),
          owners: Float64Array.from(added, ({ owner }) => owner),
          hashes: Buffer.concat(added.map(({ hashes }) => hashes)),
        })
      }
      for (const { id, ts } of rows) {
        if (ts >= settledTs) progress.recent.add(id)
        else {
          progress.settled = { ts, id }
          progress.recent.delete(id)
        }
      }
      const last = rows.at(-1)
      if (!last || rows.length < CHUNK) return
      after = last
    }
  }

  /** Without the mirror image, because a search has that of the new photo (index photo_hashed). */
  async #photosAfter({ ts, id }: Position): Promise<HashRow[]> {
    const { rows } = await sql<HashRow>`
      select seq as id, member_id as owner, substr(pdq, 1, 32) || substr(pdq, 65) as hashes, hashed_ts as ts
      from photo where hashed_ts is not null and (hashed_ts, seq) > (${ts}, ${id}) and length(pdq) = 256
      order by hashed_ts, seq limit ${CHUNK}`.execute(this.deps.db)
    return rows
  }

  /** Index known_photo_added. */
  async #knownAfter({ ts, id }: Position): Promise<HashRow[]> {
    const { rows } = await sql<HashRow>`
      select id, coalesce(member_id, 0) as owner, pdq as hashes, added_ts as ts
      from known_photo where (added_ts, id) > (${ts}, ${id})
      order by added_ts, id limit ${CHUNK}`.execute(this.deps.db)
    return rows
  }
}
