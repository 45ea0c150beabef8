import type { Mailer } from '../../ports/mailer'

/** How many mails this process handed over, and how many tries failed. */
export interface MailTotals {
  sent: number
  failed: number
}

/** The same mailer, counted. */
export function countedMailer(mailer: Mailer): { mailer: Mailer; totals: MailTotals } {
  const totals: MailTotals = { sent: 0, failed: 0 }
  return {
    totals,
    mailer: {
      ...mailer,
      async send(mail) {
        try {
          await mailer.send(mail)
          totals.sent++
        } catch (error) {
          totals.failed++
          throw error
        }
      },
    },
  }
}
