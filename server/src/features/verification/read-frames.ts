import { FRAME } from '@rosella/contract/verification/rules'
import { mayBeFromCanvas } from '../../domain/jpeg-origin'
import { Problem } from '../../domain/problem'
import { BadImage, type ProcessedPhoto } from '../../ports/image-processor'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'images'>
export type Frame = ProcessedPhoto

/**
 * Two pictures that may have come from one camera a moment ago, decoded and encoded anew. A server cannot know what
 * stood before the lens; what cannot be the camera of our page is refused here, the rest is for a moderator's eyes.
 */
export async function readFrames(
  deps: Deps,
  memberId: number,
  files: readonly Buffer[],
): Promise<readonly Frame[]> {
  if (!files.every(mayBeFromCanvas)) throw new Problem('verification.camera')
  const frames: Frame[] = []
  for (const file of files) frames.push(await processFrame(deps, file))
  const [first, second] = frames as [Frame, Frame]
  const isOneCamera = first.width === second.width && first.height === second.height
  if (!isOneCamera || !frames.every(hasFrameSize)) throw new Problem('verification.camera')
  if (first.dhash === second.dhash) throw new Problem('verification.same')
  const photo = await deps.db
    .selectFrom('photo')
    .where('member_id', '=', memberId)
    .where(
      'dhash',
      'in',
      frames.map(({ dhash }) => dhash),
    )
    .select('name')
    .executeTakeFirst()
  if (photo) throw new Problem('verification.camera')
  return frames
}

async function processFrame({ images }: Deps, bytes: Buffer): Promise<Frame> {
  return images.process(bytes).catch((error) => {
    throw error instanceof BadImage ? new Problem('verification.camera') : error
  })
}

const hasFrameSize = ({ width, height }: Frame): boolean =>
  Math.min(width, height) >= FRAME.shortest && Math.max(width, height) <= FRAME.longest
