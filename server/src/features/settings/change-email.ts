import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { sentences } from '@rosella/contract/sentences'
import type { changeEmail as call } from '@rosella/contract/settings/endpoints'
import { endSessionsOf } from '../../database/end-sessions'
import { assertEmailFree } from '../../database/free-email'
import { withTransaction } from '../../database/transaction'
import { assertDeliverable } from '../../domain/mail-address'
import { Problem } from '../../domain/problem'
import { hashSecret, newToken } from '../../domain/secret'
import type { Viewer } from '../../domain/viewer'
import { countMail } from '../../mail/count-mail'
import { renderMail } from '../../mail/mail-template'
import type { Services } from '../../ports/services'
import { assertPassword, lockAndReauthenticate } from './reauthenticate'
import type { MailVerification } from './verify-email'

type Deps = Pick<Services, 'db' | 'bus' | 'limits' | 'log' | 'mailer' | 'passwords' | 'site'>

/**
 * A new address, not confirmed yet. The token is changed with it: every call names the address, so what other
 * devices hold is of no use any more and their sessions end. Both addresses are written to.
 */
export async function changeEmail(
  deps: Deps,
  mailVerification: MailVerification,
  viewer: Viewer,
  { new_email, password }: InputOf<typeof call>,
): Promise<ReplyOf<typeof call>> {
  const proved = await assertPassword(deps, viewer, password)
  if (new_email.toLowerCase() === viewer.email.toLowerCase()) throw new Problem('email.same')
  assertDeliverable(new_email)
  await countMail(deps, new_email)
  const token = newToken()
  const wasConfirmed = await withTransaction(deps, async (tx, emit) => {
    await lockAndReauthenticate(tx, viewer, proved)
    const before = await tx
      .selectFrom('account')
      .where('member_id', '=', viewer.id)
      .select('email_confirmed')
      .executeTakeFirst()
    await assertEmailFree(tx, deps.site, new_email)
    // The unique index decides, also between two who want the same address at once.
    await tx
      .updateTable('account')
      .set({ email: new_email, email_confirmed: false })
      .where('member_id', '=', viewer.id)
      .execute()
      .catch((error) => {
        throw (error as { constraint?: string }).constraint === 'account_email'
          ? new Problem('email.taken')
          : error
      })
    // Links and codes that lie in the old mail box open nothing any more.
    await tx.deleteFrom('access_key').where('member_id', '=', viewer.id).execute()
    await endSessionsOf(tx, emit, viewer.id, { except: viewer.session_id })
    await tx
      .updateTable('session')
      .set({ token_hash: hashSecret(token) })
      .where('id', '=', viewer.session_id)
      .execute()
    return before?.email_confirmed ?? false
  })
  // The change stands, and without the answer the member is locked out: it does not wait for a slow mail server. A mail
  // that does not go out can be asked for again.
  const missed = (err: unknown) => deps.log.warn({ err }, 'a mail about a changed address was not sent')
  void mailVerification(new_email).catch(missed)
  // An address that nobody confirmed may be a stranger's, and is not written to without end; one that was, always is.
  const tell = wasConfirmed ? Promise.resolve() : countMail(deps, viewer.email)
  void tell.then(() => tellOldAddress(deps, viewer)).catch(missed)
  return { message: sentences.emailChanged, token }
}

async function tellOldAddress({ mailer, site }: Deps, { email }: Viewer): Promise<void> {
  const title = 'Your email address was changed'
  await mailer.send({
    to: { address: email },
    subject: `${title} – ${site.name}`,
    ...renderMail(site, {
      title,
      paragraphs: [
        `Your account on ${site.name} now uses another email address. This one can no longer be used to log in.`,
      ],
      footnote: 'If this was not you, answer this mail at once: we will help you to get your account back.',
    }),
  })
}
