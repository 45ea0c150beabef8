import { deviceLabel } from '@rosella/contract/access/device-labels'
import { UNDO_PATH, UNDO_SECONDS, type UndoWhat } from '@rosella/contract/access/rules'
import { SITE_TIME_ZONE } from '@rosella/contract/settings/rules'
import type { CredentialChange } from '../../../platform/database/tables/access'
import { type MailTemplate, renderMail } from '../../../platform/email/template'
import type { JobPayloads } from '../../../platform/jobs/job-kinds'
import { hashSecret, newLinkHash } from '../../../platform/secret'
import type { Services } from '../../../platform/services'

/** The lifetime of an unused session. */
const SESSION_LINK_SECONDS = 30 * 86_400

const moment = new Intl.DateTimeFormat('en-AU', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: SITE_TIME_ZONE,
})

const changeTexts: Record<Exclude<CredentialChange, 'session'>, [title: string, happened: string]> = {
  password: ['Your password was changed', 'your password was changed'],
  address: [
    'Your email address was changed',
    'your account was given another email address, and this one can no longer be used to log in',
  ],
  'passkey-added': ['A passkey was added', 'a passkey was added to your account'],
  'passkey-removed': ['A passkey was removed', 'a passkey was removed from your account'],
  'two-step-on': [
    'Two-step verification was switched on',
    'two-step verification at log-in was switched on for your account',
  ],
  'two-step-off': [
    'Two-step verification was switched off',
    'two-step verification at log-in was switched off for your account',
  ],
  'recovery-codes': [
    'New recovery codes were made',
    'new recovery codes were made for your account, and the old ones no longer work',
  ],
}

/**
 * Reports a new device or a credential change to the address at that time. The key is created when the email
 * is sent, so that it is stored nowhere else and its lifetime starts then.
 */
export const sendCredentialEmail =
  (deps: Services) =>
  async ({ change_id }: JobPayloads['credential-mail']): Promise<void> => {
    const change = await deps.db
      .selectFrom('credential_change as c')
      .innerJoin('member as m', 'm.id', 'c.member_id')
      .leftJoin('session as s', 's.id', 'c.session_id')
      .where('c.id', '=', change_id)
      .select([
        'c.what',
        'c.email',
        'c.email_confirmed',
        'c.created_ts',
        'c.session_id',
        'm.username',
        's.device',
      ])
      .executeTakeFirst()
    // Undone, erased with the account, or queued by the previous version for an unconfirmed address.
    if (!change?.email_confirmed) return
    const key = newLinkHash()
    const what: UndoWhat =
      change.what !== 'session' ? 'change' : change.session_id === null ? 'sessions' : 'session'
    const lifetime = what === 'change' ? UNDO_SECONDS : SESSION_LINK_SECONDS
    await deps.db
      .updateTable('credential_change')
      .set({ key_hash: hashSecret(key), expires_ts: deps.clock.now() + lifetime })
      .where('id', '=', change_id)
      .execute()
    const url = `${deps.site.url}${UNDO_PATH}?key=${key}&what=${what}`
    const at = moment.format(change.created_ts * 1000)
    const template =
      change.what === 'session'
        ? change.session_id === null
          ? devicesEmail(deps.site, at, url)
          : deviceEmail(deps.site, deviceLabel(change.device ?? ''), at, url)
        : changeEmail(deps.site, changeTexts[change.what], at, url)
    await deps.mailer.send({
      to: { name: change.username ?? undefined, address: change.email },
      subject: `${template.title} – ${deps.site.name}`,
      ...renderMail(deps.site, template),
      link: url,
    })
  }

/** The device is one of our own labels, because an attacker controls the User-Agent header. */
const deviceEmail = (site: Services['site'], device: string, at: string, url: string): MailTemplate => ({
  title: 'A log-in from a new device',
  paragraphs: [
    `Someone logged in to your ${site.name} account on ${at} (Sydney time). Device: ${device}. We haven't seen this device before.`,
    "If this was you, you don't need to do anything. If it wasn't, use this link to log that device out, and then choose a new password.",
  ],
  button: { label: "This wasn't me", url },
})

const devicesEmail = (site: Services['site'], at: string, url: string): MailTemplate => ({
  title: 'Log-ins from more new devices',
  paragraphs: [
    `In the 24 hours before ${at} (Sydney time), someone logged in to your ${site.name} account from more new devices than we emailed you about.`,
    "If this was you, you don't need to do anything. If it wasn't, use this link to log out every device, and then choose a new password.",
  ],
  button: { label: "This wasn't me", url },
})

const changeEmail = (
  site: Services['site'],
  [title, happened]: [string, string],
  at: string,
  url: string,
): MailTemplate => ({
  title,
  paragraphs: [
    `On ${at} (Sydney time), ${happened}. This is about your account on ${site.name}.`,
    "If this was you, you don't need to do anything. If it wasn't, use this link within 48 hours. It restores your address, password, passkeys and two-step verification, and logs out every device.",
  ],
  button: { label: 'Undo this change', url },
  footnote: 'If you get several of these emails, the link in the first one also undoes the later changes.',
})
