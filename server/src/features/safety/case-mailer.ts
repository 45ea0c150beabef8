import { sql } from 'kysely'
import type { CaseMail } from '../../database/case-mail'
import { renderMail } from '../../mail/mail-template'
import type { Services } from '../../ports/services'
import { appealKey } from './appeal-key'
import { composeCaseMail } from './compose-case-mail'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'mailer' | 'site'> & { appealSecret: Buffer }

/** Nobody else takes up a mail in hand; after this long whoever had it is taken for dead. */
const HOLD = 300
const PAUSE = 60
const TRIES = 10

interface Job {
  id: number
  payload: CaseMail
  tries: number
}

/**
 * Sends the mails that decisions left, once they are stored, in whichever process is first. A decision nobody
 * hears of would be the worse fault, so one whose sender died is sent again.
 */
export class CaseMailer {
  #running: Promise<void> | undefined
  #again = false
  readonly #stop: () => void

  constructor(private readonly deps: Deps) {
    this.#stop = deps.bus.subscribe((event) => event.kind === 'mail.due' && void this.send())
  }

  /** To be called now and then as well, for what failed or was missed. */
  send(): Promise<void> {
    this.#again = true
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#running
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false
        for (let job = await this.#take(); job; job = await this.#take()) await this.#sendOne(job)
      }
    } catch (err) {
      this.deps.log.warn({ err }, 'mails about cases wait')
    }
  }

  async #take(): Promise<Job | undefined> {
    const now = this.deps.clock.now()
    const { rows } = await sql<Job>`
      update job set run_ts = ${now + HOLD}, tries = tries + 1 where id = (
        select id from job where kind = 'case-letter' and run_ts <= ${now} and tries < ${TRIES}
        order by run_ts, id limit 1 for update skip locked)
      returning id, payload, tries`.execute(this.deps.db)
    return rows[0]
  }

  async #sendOne({ id, payload, tries }: Job): Promise<void> {
    const { db, clock, log } = this.deps
    try {
      await this.#mail(payload)
      await db.deleteFrom('job').where('id', '=', id).execute()
    } catch (err) {
      log.warn({ err, report_id: payload.report_id }, 'a mail about a case was not sent')
      const run_ts = clock.now() + PAUSE * 2 ** tries
      await db.updateTable('job').set({ run_ts }).where('id', '=', id).execute()
    }
  }

  /** An account that is gone gets no mail. */
  async #mail({ about, report_id, member_id }: CaseMail): Promise<void> {
    const { db, mailer, site, appealSecret } = this.deps
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
}
