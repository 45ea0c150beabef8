import type { JobPayloads } from '../../domain/job'
import { renderMail } from '../../mail/mail-template'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'mailer' | 'site'>

/** To the address that an account no longer has: whoever did not ask for the change learns of it there. */
export const tellOldAddress =
  ({ mailer, site }: Deps) =>
  async ({ address }: JobPayloads['address-changed-mail']): Promise<void> => {
    const title = 'Your email address was changed'
    await mailer.send({
      to: { address },
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
