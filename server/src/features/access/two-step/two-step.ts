import type {
  confirmTwoStep as confirmCall,
  startTwoStep as startCall,
} from '@rosella/contract/access/endpoints'
import { REAUTHENTICATION_SECONDS, TWO_STEP_TRIES_A_DAY } from '@rosella/contract/access/rules'
import type { OwnCredentials } from '@rosella/contract/access/shapes'
import type { ReplyOf } from '@rosella/contract/endpoint'
import type { ProblemCode } from '@rosella/contract/problems'
import { Secret, TOTP } from 'otpauth'
import { lockSession } from '../../../members/sessions'
import { type Reader, type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import { seal, unseal } from '../../../platform/secret'
import type { Services } from '../../../platform/services'
import { endTwoStep, isTwoStepOn, notifyCredentialChange, readOwnCredentials } from '../credentials'
import type { Deps } from '../deps'
import { hashNewCodes, hintOf, isAppCode, plainCode, storeCodes } from './recovery-codes'

const DAY = 86_400

/** The additional data of each sealed secret. Changing it would make every stored secret unreadable. */
const boundTo = (memberId: number): string => `second step ${memberId}`

/** A typed two-step code, after the slow part of its check. */
export type TypedCode = { app: string } | { recoveryId: number | undefined }

/** A recovery code costs one hash, right or wrong; whether it is unused is checked on use. */
export async function readTypedCode(
  { db, passwords }: Pick<Services, 'db' | 'passwords'>,
  memberId: number,
  typed: string,
): Promise<TypedCode> {
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

/** Consumes a two-step code, with the member locked. Returns what is wrong with it, and counts wrong ones. */
export async function verifyTwoStep(
  tx: Tx,
  twoStepKey: Buffer,
  memberId: number,
  typed: TypedCode,
  now: number,
): Promise<ProblemCode | undefined> {
  if ('app' in typed) return verifyTotp(tx, twoStepKey, memberId, typed.app, now)
  if (typed.recoveryId === undefined) return 'two-step.wrong'
  const used = await tx
    .updateTable('recovery_code')
    .set({ used_ts: now })
    .where('id', '=', typed.recoveryId)
    .where('used_ts', 'is', null)
    .where('ended_ts', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used ? undefined : 'two-step.wrong'
}

async function verifyTotp(
  tx: Tx,
  twoStepKey: Buffer,
  memberId: number,
  code: string,
  now: number,
): Promise<ProblemCode | undefined> {
  const twoStep = await tx
    .selectFrom('two_step')
    .where('member_id', '=', memberId)
    .where('confirmed_ts', 'is not', null)
    .where('ended_ts', 'is', null)
    .select(['id', 'secret', 'wrong', 'wrong_since_ts'])
    .executeTakeFirst()
  if (!twoStep) return 'two-step.wrong'
  const isSameDay = twoStep.wrong_since_ts > now - DAY
  if (isSameDay && twoStep.wrong >= TWO_STEP_TRIES_A_DAY) return 'two-step.used-up'
  const secret = unseal(twoStepKey, boundTo(memberId), twoStep.secret)
  const step = secret && stepOf(secret, code, now)
  if (step !== undefined && (await useStep(tx, twoStep.id, step))) return undefined
  await tx
    .updateTable('two_step')
    .set(isSameDay ? { wrong: twoStep.wrong + 1 } : { wrong: 1, wrong_since_ts: now })
    .where('id', '=', twoStep.id)
    .execute()
  return 'two-step.wrong'
}

/** Each 30-second step works once, and none before the last one used. */
async function useStep(tx: Tx, twoStepId: number, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('two_step')
    .set({ last_step: step })
    .where('id', '=', twoStepId)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

const PERIOD = 30
const BYTES = 20

interface Label {
  issuer: string
  account: string
}

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const totpOf = (secret: Secret, { issuer, account }: Label = { issuer: '', account: '' }): TOTP =>
  new TOTP({ issuer, label: account, algorithm: 'SHA1', digits: 6, period: PERIOD, secret })

/** A new secret: the bytes to store, text to type, and the URI for a QR code. */
export function newTotp(label: Label): { bytes: Uint8Array; text: string; uri: string } {
  const secret = new Secret({ size: BYTES })
  return { bytes: secret.bytes, text: secret.base32, uri: totpOf(secret, label).toString() }
}

/** The 30-second step of a code, if it is the current, the previous or the next one, because clocks differ. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | undefined {
  const timestamp = now * 1000
  const bytes = new Uint8Array(secret)
  const delta = totpOf(new Secret({ buffer: bytes.buffer })).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(now / PERIOD) + delta
}

type Owner = Pick<Viewer, 'id' | 'session_id' | 'email'>

/** Creates a secret for the app. Log-in needs no code until one confirms that the app has the secret. */
export async function startTwoStep(deps: Deps, viewer: Owner): Promise<ReplyOf<typeof startCall>> {
  const now = deps.clock.now()
  const { bytes, text, uri } = newTotp({ issuer: deps.site.name, account: viewer.email })
  return withTransaction(deps, async (tx) => {
    await lockSession(tx, viewer)
    if (await isTwoStepOn(tx, viewer.id)) throw new Problem('two-step.on')
    await tx
      .deleteFrom('two_step')
      .where('member_id', '=', viewer.id)
      .where('confirmed_ts', 'is', null)
      .execute()
    await tx
      .insertInto('two_step')
      .values({
        member_id: viewer.id,
        session_id: viewer.session_id,
        secret: seal(deps.twoStepKey, boundTo(viewer.id), bytes),
        created_ts: now,
      })
      .execute()
    return { secret: text, uri }
  })
}

/** Switches it on in the session that started it, with a code from the app, which is thereby used. */
export async function confirmTwoStep(
  deps: Deps,
  viewer: Owner,
  code: string,
): Promise<ReplyOf<typeof confirmCall>> {
  const now = deps.clock.now()
  const begun = await findBegun(deps.db, viewer, now)
  if (!begun) throw new Problem('two-step.late')
  const secret = unseal(deps.twoStepKey, boundTo(viewer.id), begun.secret)
  const step = secret && stepOf(secret, plainCode(code), now)
  if (step === undefined) throw new Problem('two-step.wrong')
  const codes = await hashNewCodes(deps.passwords)
  await withTransaction(deps, async (tx, emit) => {
    await lockSession(tx, viewer)
    const still = await findBegun(tx, viewer, now)
    if (still?.id !== begun.id || !(await useStep(tx, begun.id, step))) throw new Problem('two-step.late')
    await notifyCredentialChange(tx, emit, { memberId: viewer.id, what: 'two-step-on', now })
    await tx
      .updateTable('two_step')
      .set({ confirmed_ts: now, session_id: null })
      .where('id', '=', begun.id)
      .execute()
    await storeCodes(tx, viewer.id, codes, now)
  })
  return { recovery_codes: codes.map(({ shown }) => shown) }
}

export async function disableTwoStep(deps: Deps, viewer: Owner): Promise<OwnCredentials> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    await lockSession(tx, viewer)
    if (!(await isTwoStepOn(tx, viewer.id))) throw new Problem('two-step.off')
    await notifyCredentialChange(tx, emit, { memberId: viewer.id, what: 'two-step-off', now })
    await endTwoStep(tx, viewer.id, now)
    return readOwnCredentials(tx, viewer.id)
  })
}

const findBegun = (db: Reader, { id, session_id }: Owner, now: number) =>
  db
    .selectFrom('two_step')
    .where('member_id', '=', id)
    .where('session_id', '=', session_id)
    .where('confirmed_ts', 'is', null)
    .where('created_ts', '>', now - REAUTHENTICATION_SECONDS)
    .select(['id', 'secret'])
    .executeTakeFirst()
