import { sentences } from '@rosella/contract/sentences'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import { countMail } from '../../mail/count-mail'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'limits'>
/** Mails a link to /verify; logging in with it confirms the address. */
export type MailVerification = (email: string) => Promise<unknown>

export async function verifyEmail(
  deps: Deps,
  mailVerification: MailVerification,
  viewer: Pick<Viewer, 'id' | 'email'>,
): Promise<{ message?: string }> {
  const account = await deps.db
    .selectFrom('account')
    .where('member_id', '=', viewer.id)
    .select('email_confirmed')
    .executeTakeFirst()
  if (account?.email_confirmed) throw new Problem('email.confirmed')
  await countMail(deps, viewer.email)
  await mailVerification(viewer.email)
  return { message: sentences.verificationSent }
}
