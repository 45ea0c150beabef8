import type {
  confirmSecond as confirmCall,
  startSecond as startCall,
} from '@rosella/contract/access/key-endpoints'
import { PROOF_SECONDS } from '@rosella/contract/access/key-rules'
import type { OwnKeys } from '@rosella/contract/access/key-shapes'
import type { ReplyOf } from '@rosella/contract/endpoint'
import { endSecondStep, isSecondOn } from '../../../database/credential-change'
import { lockLiveSession } from '../../../database/live-session'
import { type Reader, withTransaction } from '../../../database/transaction'
import { Problem } from '../../../domain/problem'
import { plainCode } from '../../../domain/recovery-code'
import { seal, unseal } from '../../../domain/seal'
import { newTotp, stepOf } from '../../../domain/totp'
import type { Viewer } from '../../../domain/viewer'
import { tellCredentialChange } from '../../../mail/queue-credential-mail'
import type { Services } from '../../../ports/services'
import { readOwnKeys } from '../own-keys'
import { hashNewCodes, storeCodes } from './recovery-codes'
import { boundTo, useStep } from './use-second'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'passwords' | 'site'> & { secondKey: Buffer }
type Owner = Pick<Viewer, 'id' | 'session_id' | 'email'>

/** A new secret for the app. Nothing is asked for at log-in until a code shows that the app has it. */
export async function startSecond(deps: Deps, viewer: Owner): Promise<ReplyOf<typeof startCall>> {
  const now = deps.clock.now()
  const { bytes, text, uri } = newTotp({ issuer: deps.site.name, account: viewer.email })
  return withTransaction(deps, async (tx) => {
    await lockLiveSession(tx, viewer)
    if (await isSecondOn(tx, viewer.id)) throw new Problem('second.on')
    await tx
      .deleteFrom('second_step')
      .where('member_id', '=', viewer.id)
      .where('confirmed_ts', 'is', null)
      .execute()
    await tx
      .insertInto('second_step')
      .values({
        member_id: viewer.id,
        session_id: viewer.session_id,
        secret: seal(deps.secondKey, boundTo(viewer.id), bytes),
        created_ts: now,
      })
      .execute()
    return { secret: text, uri }
  })
}

/** Switches it on, in the session that began and with a code of the app, which is used up by that. */
export async function confirmSecond(
  deps: Deps,
  viewer: Owner,
  code: string,
): Promise<ReplyOf<typeof confirmCall>> {
  const now = deps.clock.now()
  const begun = await findBegun(deps.db, viewer, now)
  if (!begun) throw new Problem('second.late')
  const secret = unseal(deps.secondKey, boundTo(viewer.id), begun.secret)
  const step = secret && stepOf(secret, plainCode(code), now)
  if (step === undefined) throw new Problem('second.wrong')
  const codes = await hashNewCodes(deps.passwords)
  await withTransaction(deps, async (tx, emit) => {
    await lockLiveSession(tx, viewer)
    const still = await findBegun(tx, viewer, now)
    if (still?.id !== begun.id || !(await useStep(tx, begun.id, step))) throw new Problem('second.late')
    await tellCredentialChange(tx, emit, { memberId: viewer.id, what: 'second-on', now })
    await tx
      .updateTable('second_step')
      .set({ confirmed_ts: now, session_id: null })
      .where('id', '=', begun.id)
      .execute()
    await storeCodes(tx, viewer.id, codes, now)
  })
  return { recovery_codes: codes.map(({ shown }) => shown) }
}

export async function endSecond(deps: Deps, viewer: Owner): Promise<OwnKeys> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    await lockLiveSession(tx, viewer)
    if (!(await isSecondOn(tx, viewer.id))) throw new Problem('second.off')
    await tellCredentialChange(tx, emit, { memberId: viewer.id, what: 'second-off', now })
    await endSecondStep(tx, viewer.id, now)
    return readOwnKeys(tx, viewer.id)
  })
}

const findBegun = (db: Reader, { id, session_id }: Owner, now: number) =>
  db
    .selectFrom('second_step')
    .where('member_id', '=', id)
    .where('session_id', '=', session_id)
    .where('confirmed_ts', 'is', null)
    .where('created_ts', '>', now - PROOF_SECONDS)
    .select(['id', 'secret'])
    .executeTakeFirst()
