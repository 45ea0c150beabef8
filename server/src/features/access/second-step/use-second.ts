import { SECOND_TRIES_A_DAY } from '@rosella/contract/access/key-rules'
import type { ProblemCode } from '@rosella/contract/problems'
import type { Reader, Tx } from '../../../database/transaction'
import { hintOf, isAppCode, plainCode } from '../../../domain/recovery-code'
import { unseal } from '../../../domain/seal'
import { stepOf } from '../../../domain/totp'
import type { Services } from '../../../ports/services'

const DAY = 86_400

/** What the secret of an authenticator app is sealed for. */
export const boundTo = (memberId: number): string => `second step ${memberId}`

/** What somebody typed as their second step, looked at as far as it takes time. */
export type TypedSecond = { app: string } | { recoveryId: number | undefined }

/** A recovery code costs one hash, right or wrong; whether it is still good is seen when it is used. */
export async function readSecond(
  { db, passwords }: Pick<Services, 'db' | 'passwords'>,
  memberId: number,
  typed: string,
): Promise<TypedSecond> {
  const plain = plainCode(typed)
  if (isAppCode(plain)) return { app: plain }
  const code = await findRecoveryCode(db, memberId, hintOf(plain))
  const isRight = await passwords.verify(code?.code_hash, plain)
  return { recoveryId: isRight ? code?.id : undefined }
}

const findRecoveryCode = (db: Reader, memberId: number, hint: string) =>
  db
    .selectFrom('recovery_code')
    .where('member_id', '=', memberId)
    .where('hint', '=', hint)
    .where('used_ts', 'is', null)
    .where('ended_ts', 'is', null)
    .select(['id', 'code_hash'])
    .executeTakeFirst()

/** Uses a second step up, with the member locked; answers what is wrong with it, and keeps count of that. */
export async function useSecond(
  tx: Tx,
  secondKey: Buffer,
  memberId: number,
  typed: TypedSecond,
  now: number,
): Promise<ProblemCode | undefined> {
  if ('app' in typed) return useAppCode(tx, secondKey, memberId, typed.app, now)
  if (typed.recoveryId === undefined) return 'second.wrong'
  const used = await tx
    .updateTable('recovery_code')
    .set({ used_ts: now })
    .where('id', '=', typed.recoveryId)
    .where('used_ts', 'is', null)
    .where('ended_ts', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used ? undefined : 'second.wrong'
}

async function useAppCode(
  tx: Tx,
  secondKey: Buffer,
  memberId: number,
  code: string,
  now: number,
): Promise<ProblemCode | undefined> {
  const second = await tx
    .selectFrom('second_step')
    .where('member_id', '=', memberId)
    .where('confirmed_ts', 'is not', null)
    .where('ended_ts', 'is', null)
    .select(['id', 'secret', 'wrong', 'wrong_since_ts'])
    .executeTakeFirst()
  if (!second) return 'second.wrong'
  const isSameDay = second.wrong_since_ts > now - DAY
  if (isSameDay && second.wrong >= SECOND_TRIES_A_DAY) return 'second.used-up'
  const secret = unseal(secondKey, boundTo(memberId), second.secret)
  const step = secret && stepOf(secret, code, now)
  if (step !== undefined && (await useStep(tx, second.id, step))) return undefined
  await tx
    .updateTable('second_step')
    .set(isSameDay ? { wrong: second.wrong + 1 } : { wrong: 1, wrong_since_ts: now })
    .where('id', '=', second.id)
    .execute()
  return 'second.wrong'
}

/** Each 30 seconds count once, and none before the last that did. */
export async function useStep(tx: Tx, secondId: number, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('second_step')
    .set({ last_step: step })
    .where('id', '=', secondId)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
