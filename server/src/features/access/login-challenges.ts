import { LOGIN_CHALLENGE_SECONDS } from '@rosella/contract/access/rules'
import type { LoginChallengeTable } from '../../platform/database/tables/access'
import type { Reader } from '../../platform/database/transaction'
import { hashSecret, newToken } from '../../platform/secret'

interface NewLoginChallenge {
  purpose: LoginChallengeTable['purpose']
  memberId?: number
  /** If set, only this session can use the challenge. */
  sessionId?: number
  openedBy?: LoginChallengeTable['opened_by']
}

/** Returns a single-use secret for one purpose, valid for five minutes. It has 32 bytes, like a passkey challenge. */
export async function createLoginChallenge(
  db: Reader,
  ticket: NewLoginChallenge,
  now: number,
): Promise<string> {
  const secret = newToken()
  await db
    .insertInto('login_challenge')
    .values({
      secret_hash: hashSecret(secret),
      purpose: ticket.purpose,
      member_id: ticket.memberId ?? null,
      session_id: ticket.sessionId ?? null,
      opened_by: ticket.openedBy ?? null,
      expires_ts: now + LOGIN_CHALLENGE_SECONDS,
    })
    .execute()
  return secret
}

/** Consumes a challenge, whatever the outcome; of any number of concurrent tries one gets it. */
export function consumeLoginChallenge(
  db: Reader,
  secret: string,
  purpose: LoginChallengeTable['purpose'],
  now: number,
) {
  return db
    .deleteFrom('login_challenge')
    .where('secret_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('expires_ts', '>', now)
    .returning(['member_id', 'session_id'])
    .executeTakeFirst()
}
