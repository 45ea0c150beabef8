import { randomInt } from 'node:crypto'
import type { ReplyOf } from '@rosella/contract/endpoint'
import type { startVerification as call } from '@rosella/contract/verification/endpoints'
import { otherPose, type Pose, poses } from '@rosella/contract/verification/poses'
import { CHALLENGE_SECONDS } from '@rosella/contract/verification/rules'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import { hashSecret, newToken } from '../../domain/secret'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { assertNoneWaits } from './none-waits'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/** Two poses that nobody can have known before. The next start takes the place of this one. */
export async function startVerification(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
): Promise<ReplyOf<typeof call>> {
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
    await assertNoneWaits(tx, viewer.id)
    await tx
      .insertInto('verification_challenge')
      .values({ member_id: viewer.id, ...drawn })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(drawn))
      .execute()
  })
  const words = ({ key, words }: Pose) => ({ key, words })
  return {
    challenge,
    poses: asked.map((pose) => ({ ...words(pose), other: words(otherPose(pose)) })),
    until_ts,
  }
}

/** Of two gestures: the same one with the head straight and tilted would be one picture too few. */
function twoPoses(): Pose[] {
  const first = poses[randomInt(poses.length)] as Pose
  const others = poses.filter(({ hands }) => hands !== first.hands)
  return [first, others[randomInt(others.length)] as Pose]
}
