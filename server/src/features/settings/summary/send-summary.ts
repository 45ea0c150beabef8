import { unsubscribeKey } from '../../../database/unsubscribe-key'
import { Failure } from '../../../domain/failure'
import type { JobPayloads } from '../../../domain/job'
import { renderMail } from '../../../mail/mail-template'
import type { Services } from '../../../ports/services'
import { findRecipient } from './count-news'
import { TOO_LATE } from './weekly-time'
import { hasSomethingToSay, writeSummary } from './write-summary'

type Deps = Pick<Services, 'db' | 'replica' | 'clock' | 'log' | 'mailer' | 'site'>

/** One recipient's week, as it is now. */
export const sendSummary =
  (deps: Deps) =>
  async ({ member_id, due }: JobPayloads['summary-mail']): Promise<void> => {
    if (deps.clock.now() - due > TOO_LATE) return
    const recipient = await deps.replica.read((db) => findRecipient(db, member_id, due))
    if (!recipient || !hasSomethingToSay(recipient)) return
    const key = await unsubscribeKey(deps.db, 'summaries', member_id)
    const template = writeSummary(deps.site, recipient, `${deps.site.url}/unsubscribe?key=${key}`)
    try {
      await deps.mailer.send({
        to: { name: recipient.username ?? undefined, address: recipient.email },
        subject: template.title,
        ...renderMail(deps.site, template),
        link: template.button?.url,
        unsubscribe: `${deps.site.url}/api/unsubscribe?key=${key}`,
      })
    } catch (err) {
      if (!(err instanceof Failure && err.permanent)) throw err
      // Nobody waits for this mail: addresses that have died are not for an admin to look at every week.
      deps.log.warn({ err, member_id }, 'a weekly summary was refused')
    }
  }
