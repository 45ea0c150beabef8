import { addressSpellings, plainAddress } from '../../platform/email/address'
import type { Services } from '../../platform/services'

type Deps = Pick<Services, 'db' | 'clock' | 'mailer'>

const DAY = 86_400
/** @internal exported for its test */
export const MAIL_SECONDS = 30 * DAY
const AT_A_TIME = 1000

/**
 * The embedded mail box keeps nothing for longer than 30 days, and nothing of those who have no account: of accounts
 * erased while it could not be written to or by an operator, and of addresses given up. After a day, so that the one
 * who runs the site can read a notice to an old address.
 */
export const deleteOldMail = (deps: Deps) => async (): Promise<void> => {
  await deps.mailer.forgetBefore(deps.clock.now() - MAIL_SECONDS)
  const addresses = await deps.mailer.keptSinceBefore(deps.clock.now() - DAY)
  for (let at = 0; at < addresses.length; at += AT_A_TIME) {
    const some = addresses.slice(at, at + AT_A_TIME)
    const known = await deps.db
      .selectFrom('account')
      .where(({ fn }) => fn<string>('lower', ['email']), 'in', some.flatMap(addressSpellings))
      .select('email')
      .execute()
    const members = new Set(known.map(({ email }) => plainAddress(email)))
    for (const address of some) if (!members.has(address)) await deps.mailer.forget(address)
  }
}
