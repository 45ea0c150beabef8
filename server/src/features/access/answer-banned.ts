import { isBannedEmail } from '../../database/free-email'
import { Problem } from '../../domain/problem'
import { renderMail } from '../../mail/mail-template'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'mailer' | 'site'>

/**
 * A banned address is answered as any that is taken, also once its account is erased: only who reads its mail learns
 * more, and gets nothing that opens anything. Where the address was never here, that is said.
 */
export async function answerBanned(
  { db, mailer, site }: Deps,
  email: string,
  isBanned: boolean,
): Promise<Record<string, never>> {
  if (!isBanned && !(await isBannedEmail(db, email))) throw new Problem('email.unknown')
  const title = 'You cannot log in'
  await mailer.send({
    to: { address: email },
    subject: `${title} – ${site.name}`,
    ...renderMail(site, {
      title,
      paragraphs: [
        `Somebody, perhaps you, asked for a way to log in to ${site.name} with this address. The account it belonged to has been banned.`,
        `If you think that this was a mistake, please write to ${site.contact} to appeal.`,
      ],
      footnote: 'If this was not you, you can ignore this mail: nothing has changed.',
    }),
  })
  return {}
}
