import { createHash } from 'node:crypto'
import type { InputOf } from '@rosella/contract/endpoint'
import type { sendVerification as call } from '@rosella/contract/verification/endpoints'
import { otherPose, poseOf } from '@rosella/contract/verification/poses'
import { CHALLENGE_GRACE, FRAME } from '@rosella/contract/verification/rules'
import { lockLiveSession } from '../../database/live-session'
import { type Emit, type Tx, withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import { hashSecret, newPhotoName } from '../../domain/secret'
import type { Viewer } from '../../domain/viewer'
import { destroyFrames } from '../../photo-files/photo-files'
import { ConfigurationFault } from '../../ports/configuration-fault'
import type { Upload } from '../../ports/route'
import type { Services } from '../../ports/services'
import { type Frame, readFrames } from './read-frames'
import { assertNoneWaits } from './none-waits'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'photos' | 'images'>

/**
 * The challenge goes first and for good, whatever becomes of the pictures: it is used once. Then files before rows, as
 * with photos, and never in a public place.
 */
export async function sendVerification(
  deps: Deps,
  viewer: Viewer,
  form: Upload,
  input: Pick<InputOf<typeof call>, 'challenge' | 'poses'>,
): Promise<{ message?: string }> {
  if (form.files.length !== FRAME.count) throw new Problem('verification.frames')
  const asked = await withTransaction(deps, (tx) => consumeChallenge(tx, viewer, input.challenge))
  if (deps.clock.now() > asked.until_ts + CHALLENGE_GRACE) throw new Problem('verification.expired')
  const poses = shownPoses(asked.poses, input.poses)
  const frames = await readFrames(deps, viewer.id, form.files)
  const named = frames.map((frame) => ({ ...frame, name: newPhotoName() }))
  const names = named.map(({ name }) => name)
  let recorded = false
  try {
    for (const { name, tmb, lg } of named) await store(deps, name, { tmb, lg })
    await withTransaction(deps, async (tx, emit) => {
      await record(tx, emit, viewer, { poses, named, now: deps.clock.now() })
      recorded = true
    })
  } catch (error) {
    // Once all is written only the commit itself can fail, and nobody knows on which side of it: the sweep compares.
    if (!recorded)
      await destroyFrames(deps.photos, names).catch((err) =>
        deps.log.warn({ err }, 'refused pictures wait for the sweep'),
      )
    throw error
  }
  return {}
}

async function consumeChallenge(tx: Tx, viewer: Pick<Viewer, 'id'>, challenge: string) {
  const asked = await tx
    .deleteFrom('verification_challenge')
    .where('member_id', '=', viewer.id)
    .where('secret_hash', '=', hashSecret(challenge))
    .returning(['poses', 'until_ts'])
    .executeTakeFirst()
  if (!asked) throw new Problem('verification.challenge')
  return asked
}

/** Those that were asked for, each or its alternative as the member says. */
function shownPoses(asked: readonly string[], said: string | undefined): string[] {
  const shown = said?.split(',') ?? [...asked]
  const fits = asked.every((key, n) => {
    const pose = poseOf(key)
    return pose !== undefined && (shown[n] === key || shown[n] === otherPose(pose).key)
  })
  if (!fits || shown.length !== asked.length) throw new Problem('verification.pose')
  return shown
}

async function store({ photos, log }: Deps, name: string, files: Pick<Frame, 'tmb' | 'lg'>): Promise<void> {
  await photos.put(name, files).catch((err) => {
    log.warn({ err }, 'a picture of a camera could not be stored')
    throw err instanceof ConfigurationFault ? err : new Problem('unavailable')
  })
}

interface Sent {
  poses: string[]
  named: readonly (Frame & { name: string })[]
  now: number
}

async function record(tx: Tx, emit: Emit, viewer: Viewer, { poses, named, now }: Sent): Promise<void> {
  await lockLiveSession(tx, viewer)
  await assertNoneWaits(tx, viewer.id)
  const hashes = named.map(({ lg }) => createHash('sha256').update(lg).digest())
  const fresh = await tx
    .insertInto('used_frame')
    .values(hashes.map((sha256) => ({ sha256, ts: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('ts')
    .execute()
  if (fresh.length < named.length) throw new Problem('verification.replayed')
  const photos = await tx
    .selectFrom('photo')
    .where('member_id', '=', viewer.id)
    .where('approved', '=', true)
    .select('name')
    .execute()
  if (photos.length === 0) throw new Problem('verification.photos')
  const { id: verification_id } = await tx
    .insertInto('verification')
    .values({ member_id: viewer.id, poses, photos: photos.map(({ name }) => name), created_ts: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('verification_frame')
    .values(
      named.map(({ name, dhash }, place) => ({
        name,
        verification_id,
        place,
        dhash,
        sha256: hashes[place] as Buffer,
      })),
    )
    .execute()
  emit({ kind: 'queue.changed' })
}
