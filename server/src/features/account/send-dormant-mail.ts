import { DORMANT_NOTICE_SECONDS, DORMANT_SECONDS } from '@rosella/contract/account/rules'
import { siteDay } from '@rosella/contract/site-day'
import { sql } from 'kysely'
import { Failure } from '../../domain/failure'
import type { JobPayloads } from '../../domain/job'
import { type MailTemplate, renderMail } from '../../mail/mail-template'
import type { Services } from '../../ports/services'
import { isUntold } from './dormant'

type Deps = Pick<Services, 'db' | 'clock' | 'log' | 'mailer' | 'site'>

/** Tells a member that their account goes unless they log in; the month begins when the mail has gone out. */
export const sendDormantMail =
  (deps: Deps) =>
  async ({ member_id }: JobPayloads['dormant-mail']): Promise<void> => {
    const now = deps.clock.now()
    const { rows } = await sql<{ email: string; username: string | null; last_active_ts: number }>`
      select a.email, m.username, t.last_active_ts
      from account a join member m on m.id = a.member_id join activity t on t.member_id = m.id
      where m.id = ${member_id} and ${isUntold}
        and t.last_active_ts <= ${now - DORMANT_SECONDS + DORMANT_NOTICE_SECONDS}`.execute(deps.db)
    const [member] = rows
    // Here again since, or gone.
    if (!member) return
    const goes = Math.max(member.last_active_ts + DORMANT_SECONDS, now + DORMANT_NOTICE_SECONDS)
    const template = write(deps.site, siteDay(goes))
    try {
      await deps.mailer.send({
        to: { name: member.username ?? undefined, address: member.email },
        subject: template.title,
        ...renderMail(deps.site, template),
        link: template.button?.url,
      })
    } catch (err) {
      if (!(err instanceof Failure && err.permanent)) throw err
      // An address that has died cannot be told; that is no reason to keep what nobody uses.
      deps.log.warn({ err, member_id }, 'a member who is not here any more could not be told')
    }
    await deps.db
      .updateTable('account')
      .set({ dormant_told_ts: now })
      .where('member_id', '=', member_id)
      .execute()
  }

const write = (site: { name: string; url: string }, day: string): MailTemplate => ({
  title: `Your account on ${site.name} will be deleted`,
  paragraphs: [
    `You have not been on ${site.name} for almost two years. We do not keep what nobody uses: unless you log in before ${day}, your account goes for good, with your photos and messages.`,
  ],
  button: { label: 'Keep my account', url: `${site.url}/` },
  footnote: 'To let it go you need do nothing.',
})
