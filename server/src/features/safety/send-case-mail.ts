import type { CaseMail } from '../../domain/job'
import { renderMail } from '../../mail/mail-template'
import type { Services } from '../../ports/services'
import { appealKey } from './appeal-key'
import { composeCaseMail } from './compose-case-mail'

type Deps = Pick<Services, 'db' | 'mailer' | 'site'> & { appealSecret: Buffer }

/** The words are found now, to the address of this moment. An account that is gone gets no mail. */
export const sendCaseMail =
  ({ db, mailer, site, appealSecret }: Deps) =>
  async ({ about, report_id, member_id }: CaseMail): Promise<void> => {
    const to = await db
      .selectFrom('account as a')
      .innerJoin('member as m', 'm.id', 'a.member_id')
      .where('a.member_id', '=', member_id)
      .select(['a.email', 'm.username'])
      .executeTakeFirst()
    const report = await db
      .selectFrom('report as r')
      .leftJoin('appeal as a', 'a.report_id', 'r.id')
      .where('r.id', '=', report_id)
      .select(['r.id', 'r.member_id', 'r.reason', 'r.outcome', 'r.member_text', 'r.until_ts', 'r.closed_ts'])
      .select(['a.upheld', 'a.member_text as appeal_text'])
      .executeTakeFirst()
    if (!to || !report) return
    const template = composeCaseMail(site, about, report, appealKey(appealSecret, report))
    await mailer.send({
      to: { name: to.username ?? undefined, address: to.email },
      subject: `${template.title} – ${site.name}`,
      ...renderMail(site, template),
      link: template.button?.url,
    })
  }
