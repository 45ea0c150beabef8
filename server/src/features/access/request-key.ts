import { countMail } from '../../mail/count-mail'
import type { Services } from '../../ports/services'
import { findAccount, NOBODY } from './find-account'
import { type KeyKind, sendAccessKey } from './send-access-key'
import { areCodesUsedUp } from './wrong-codes'

type Deps = Pick<Services, 'db' | 'clock' | 'limits' | 'mailer' | 'site'>

const NO_CODES =
  'You asked for a code. Too many wrong codes were entered for your account today, so here is a link instead.'

/** Mails whoever asks a way in, so many times a day. Where codes are over for today, a link does instead. */
export async function requestKey(deps: Deps, email: string, kind: KeyKind): Promise<Record<string, never>> {
  await countMail(deps, email)
  if (kind !== 'code') return sendAccessKey(deps, email, kind)
  const { id } = (await findAccount(deps.db, email)) ?? { id: NOBODY }
  return (await areCodesUsedUp(deps.db, id, deps.clock.now()))
    ? sendAccessKey(deps, email, 'link', NO_CODES)
    : sendAccessKey(deps, email, 'code')
}
