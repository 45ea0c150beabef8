import type { JobPayloads } from '../../domain/job'
import { renderMail } from '../../mail/mail-template'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'mailer' | 'site'>

/** To who asks for a way in to a banned account: how to appeal, and nothing that opens anything. */
export const tellBanned =
  ({ mailer, site }: Deps) =>
  async ({ address }: JobPayloads['banned-mail']): Promise<void> => {
    const title = 'You cannot log in'
    await mailer.send({
      to: { address },
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
  }
