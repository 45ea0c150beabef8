import { createHash, randomInt } from 'node:crypto'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type {
  sendVerification as call,
  startVerification as startCall,
} from '@rosella/contract/verification/endpoints'
import { otherPose, type Pose, poseOf, poses } from '@rosella/contract/verification/poses'
import { CHALLENGE_GRACE, CHALLENGE_SECONDS, SELFIE } from '@rosella/contract/verification/rules'
import { lockSession } from '../../members/sessions'
import { type Emit, type Tx, withTransaction } from '../../platform/database/transaction'
import { ConfigurationFault } from '../../platform/failure'
import type { Upload } from '../../platform/http/route'
import type { Viewer } from '../../platform/http/viewer'
import { BadImage, type ProcessedPhoto, pictureDistance } from '../../platform/ports/image-processor'
import { Problem } from '../../platform/problem'
import { hashSecret, newPhotoName, newToken } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { deleteSelfies } from '../photos/index'
import { assertNonePending } from './expire-verifications'

const [APP1, APP2, APP13, COMMENT, SCAN] = [0xe1, 0xe2, 0xed, 0xfe, 0xda] as const
/** Description, make, model, software, time, artist, copyright, position: tags that a browser's canvas never writes. */
const TELLTALE = new Set([0x010e, 0x010f, 0x0110, 0x0131, 0x0132, 0x013b, 0x8298, 0x8825])

/**
 * Whether a picture may come from a browser's canvas: a JPEG without the metadata of a camera app, phone or
 * program. Safari writes an EXIF block with only sizes and colours, so its tags have to be checked.
 */
export function mayBeFromCanvas(file: Buffer): boolean {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return false
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return false
    const marker = file[at + 1] as number
    if (marker === SCAN) return true
    const length = file.readUInt16BE(at + 2)
    if (isTelltale(marker, file.subarray(at + 4, at + 2 + length))) return false
    at += 2 + length
  }
  return false
}

function isTelltale(marker: number, body: Buffer): boolean {
  if (marker === COMMENT || marker === APP13) return true
  // Several pictures in one file, as phones write them.
  if (marker === APP2) return body.toString('latin1', 0, 4) === 'MPF\0'
  if (marker !== APP1) return false
  // Otherwise the segment is XMP, in which programs record their edits.
  return (
    body.toString('latin1', 0, 6) !== 'Exif\0\0' ||
    exifTags(body.subarray(6)).some((tag) => TELLTALE.has(tag))
  )
}

/** The tags of the first directory; an unreadable one counts as telltale. */
function exifTags(tiff: Buffer): number[] {
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    return Array.from({ length: short(directory) }, (_, n) => short(directory + 2 + n * 12))
  } catch {
    return [...TELLTALE]
  }
}

export type Selfie = ProcessedPhoto

/**
 * Two selfies that may have just come from one camera, decoded and re-encoded. A server can't know what the
 * lens saw; this refuses everything that can't be from our page's camera, and a moderator judges the rest.
 */
async function readSelfies(
  deps: Services,
  memberId: number,
  files: readonly Buffer[],
): Promise<readonly Selfie[]> {
  if (!files.every(mayBeFromCanvas)) throw new Problem('verification.camera')
  const selfies: Selfie[] = []
  for (const file of files) selfies.push(await processSelfie(deps, file))
  const [first, other] = selfies as [Selfie, Selfie]
  const isOneCamera = first.width === other.width && first.height === other.height
  if (!isOneCamera || !selfies.every(hasSelfieSize)) throw new Problem('verification.camera')
  if (isCopy(first, other)) throw new Problem('verification.same')
  const photos = await deps.db.selectFrom('photo').where('member_id', '=', memberId).select('pdq').execute()
  if (photos.some((photo) => selfies.some((selfie) => isCopy(photo, selfie))))
    throw new Problem('verification.camera')
  return selfies
}

async function processSelfie({ images }: Services, bytes: Buffer): Promise<Selfie> {
  return images.process(bytes).catch((error) => {
    throw error instanceof BadImage ? new Problem('verification.camera') : error
  })
}

/** Two pictures of one camera a second apart differ in more bits, and copies of one picture in fewer. */
const COPY_BITS = 10

const isCopy = (one: Pick<Selfie, 'pdq'>, other: Pick<Selfie, 'pdq'>): boolean =>
  (pictureDistance(one.pdq, other.pdq) ?? COPY_BITS + 1) <= COPY_BITS

const hasSelfieSize = ({ width, height }: Selfie): boolean =>
  Math.min(width, height) >= SELFIE.shortest && Math.max(width, height) <= SELFIE.longest

/**
 * Consumes the challenge first, whatever happens to the selfies, because it works only once. Then it writes
 * files before rows, as for photos, and never to the public area.
 */
export async function sendVerification(
  deps: Services,
  viewer: Viewer,
  form: Upload,
  input: Pick<InputOf<typeof call>, 'challenge' | 'poses'>,
): Promise<{ message?: string }> {
  if (form.files.length !== SELFIE.count) throw new Problem('verification.frames')
  const asked = await withTransaction(deps, (tx) => consumeChallenge(tx, viewer, input.challenge))
  if (deps.clock.now() > asked.until_ts + CHALLENGE_GRACE) throw new Problem('verification.expired')
  const poses = shownPoses(asked.poses, input.poses)
  const selfies = await readSelfies(deps, viewer.id, form.files)
  const named = selfies.map((selfie) => ({ ...selfie, name: newPhotoName() }))
  const names = named.map(({ name }) => name)
  let recorded = false
  try {
    for (const { name, tmb, lg } of named) await store(deps, name, { tmb, lg })
    await withTransaction(deps, async (tx, emit) => {
      await record(tx, emit, viewer, { poses, named, now: deps.clock.now() })
      recorded = true
    })
  } catch (error) {
    // After the last write only the commit can fail, and its outcome is then unknown; the cleanup job compares.
    if (!recorded)
      await deleteSelfies(deps.photos, names).catch((err) =>
        deps.log.warn({ err }, 'deleting refused selfies failed; the cleanup job will retry'),
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

/** The requested poses, each or its alternative, as the client reports. */
function shownPoses(asked: readonly string[], reported: string | undefined): string[] {
  const shown = reported?.split(',') ?? [...asked]
  const fits = asked.every((key, n) => {
    const pose = poseOf(key)
    return pose !== undefined && (shown[n] === key || shown[n] === otherPose(pose).key)
  })
  if (!fits || shown.length !== asked.length) throw new Problem('verification.pose')
  return shown
}

async function store(
  { photos, log }: Services,
  name: string,
  files: Pick<Selfie, 'tmb' | 'lg'>,
): Promise<void> {
  await photos.put(name, files).catch((err) => {
    log.warn({ err }, 'storing a selfie failed')
    throw err instanceof ConfigurationFault ? err : new Problem('unavailable')
  })
}

interface Sent {
  poses: string[]
  named: readonly (Selfie & { name: string })[]
  now: number
}

async function record(tx: Tx, emit: Emit, viewer: Viewer, { poses, named, now }: Sent): Promise<void> {
  await lockSession(tx, viewer)
  await assertNonePending(tx, viewer.id)
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
      named.map(({ name, pdq }, place) => ({
        name,
        verification_id,
        place,
        pdq,
        sha256: hashes[place] as Buffer,
      })),
    )
    .execute()
  emit({ kind: 'queue.changed' })
}

/** Creates a challenge with two random poses. The next start replaces it. */
export async function startVerification(
  deps: Services,
  viewer: Pick<Viewer, 'id'>,
): Promise<ReplyOf<typeof startCall>> {
  const asked = twoPoses()
  const challenge = newToken()
  const until_ts = deps.clock.now() + CHALLENGE_SECONDS
  const drawn = { secret_hash: hashSecret(challenge), poses: asked.map(({ key }) => key), until_ts }
  await withTransaction(deps, async (tx) => {
    const member = await tx
      .selectFrom('member')
      .where('id', '=', viewer.id)
      .select('approved_photos')
      .executeTakeFirst()
    if (!member?.approved_photos) throw new Problem('verification.photos')
    await assertNonePending(tx, viewer.id)
    await tx
      .insertInto('verification_challenge')
      .values({ member_id: viewer.id, ...drawn })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(drawn))
      .execute()
  })
  const asReply = ({ key, words }: Pose) => ({ key, words })
  return {
    challenge,
    poses: asked.map((pose) => ({ ...asReply(pose), other: asReply(otherPose(pose)) })),
    until_ts,
  }
}

/** From two gestures, because the same one with the head straight and tilted would give only one distinct picture. */
function twoPoses(): Pose[] {
  const first = poses[randomInt(poses.length)] as Pose
  const others = poses.filter(({ hands }) => hands !== first.hands)
  return [first, others[randomInt(others.length)] as Pose]
}
