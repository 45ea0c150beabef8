import { createHmac, timingSafeEqual } from 'node:crypto'
import type { readAlert as alertCall, answerContact as answerCall } from '@rosella/contract/dates/endpoints'
import { alertAdvice, INVITES_MAX, KEEP_DATE_SECONDS, whenText } from '@rosella/contract/dates/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables'
import { type Emit, type Reader, type Tx, withTransaction } from '../../platform/database/transaction'
import { mailboxOf } from '../../platform/email/address'
import { type MailTemplate, renderMail } from '../../platform/email/template'
import { enqueue, RunLater } from '../../platform/jobs/enqueue'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'

type Contact = Selectable<Tables['check_in_contact']>
type CheckIn = Selectable<Tables['check_in']>

/** Signs the keys in the emails, and hashes the addresses. */
interface Secret {
  contactSecret: Buffer
}

/** Of the mailbox, so that "anna+1@" is the same person. Nobody can turn it back into an address. */
export const hashContactAddress = ({ contactSecret }: Secret, address: string): Buffer =>
  createHmac('sha256', contactSecret).update(mailboxOf(address)).digest()

/** A contact, or a member who answers their own check-in. */
type KeyOf = 'contact' | 'own'

/**
 * The key in an email. It is signed instead of stored, and contains the hash of the address, so that "Don't contact me"
 * still works when the check-in has long been deleted.
 */
function signedKey(
  { contactSecret }: Secret,
  { id, address_hash }: Pick<Contact, 'id' | 'address_hash'>,
  of: KeyOf = 'contact',
): string {
  const named = `${id}.${Buffer.from(address_hash).toString('base64url')}`
  return `${named}.${createHmac('sha256', contactSecret).update(`${of} ${named}`).digest('base64url')}`
}

/** Undefined if it is not one of ours. Needs no database, so that wrong keys cost nothing. */
function readKey(
  secret: Secret,
  key: string,
  of: KeyOf = 'contact',
): { id: number; hash: Buffer } | undefined {
  const [, digits = '', encoded = ''] = /^(\d{1,15})\.([\w-]{43})\.[\w-]{43}$/.exec(key) ?? []
  if (digits === '') return undefined
  const found = { id: Number(digits), hash: Buffer.from(encoded, 'base64url') }
  const good = Buffer.from(signedKey(secret, { id: found.id, address_hash: found.hash }, of))
  const given = Buffer.from(key)
  return good.length === given.length && timingSafeEqual(good, given) ? found : undefined
}

/**
 * The key in the email "Are you OK?" to the member, who can answer with it although they are suspended, banned or
 * deactivated, or have lost the device.
 */
export const ownKey = (secret: Secret, id: number, email: string): string =>
  signedKey(secret, { id, address_hash: hashContactAddress(secret, email) }, 'own')

/** The check-in that a member's own key stands for. The key ends when the account gets another address. */
export async function findByOwnKey(db: Reader, secret: Secret, key: string) {
  const named = readKey(secret, key, 'own')
  const row =
    named &&
    (await db
      .selectFrom('check_in as c')
      .innerJoin('account as a', 'a.member_id', 'c.member_id')
      .where('c.id', '=', named.id)
      .selectAll('c')
      .select('a.email')
      .executeTakeFirst())
  if (!row || !hashContactAddress(secret, row.email).equals(named.hash)) throw new Problem('check-in.unknown')
  return row
}

const firstName = async (db: Reader, memberId: number): Promise<string> => {
  const member = await db
    .selectFrom('member')
    .where('id', '=', memberId)
    .select('username')
    .executeTakeFirst()
  return member?.username ?? ''
}

/** Returns what a contact's key stands for; the row is missing once the check-in is deleted. */
async function findContact(db: Reader, { id, hash }: { id: number; hash: Buffer }) {
  const contact = await db.selectFrom('check_in_contact').where('id', '=', id).selectAll().executeTakeFirst()
  if (!contact || !hash.equals(contact.address_hash)) return undefined
  const checkIn = await db
    .selectFrom('check_in')
    .where('id', '=', contact.check_in_id)
    .selectAll()
    .executeTakeFirst()
  return checkIn && { contact, checkIn }
}

/** Needs a press on the page, so that an email program that opens links confirms nothing. */
export async function answerContact(
  deps: Pick<Services, 'db' | 'bus' | 'clock'> & Secret,
  { key, answer }: InputOf<typeof answerCall>,
): Promise<ReplyOf<typeof answerCall>> {
  const named = readKey(deps, key)
  if (!named) throw new Problem('trusted-contact.key')
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const known = await findContact(tx, named)
    if (answer === 'confirm' && !known) throw new Problem('trusted-contact.key')
    const declined = answer === 'stop'
    await tx
      .insertInto('contact_suppression')
      .values({ address_hash: named.hash, sent: 0, declined })
      .onConflict((conflict) => conflict.column('address_hash').doUpdateSet({ sent: 0, declined }))
      .execute()
    // Locks the check-in before its contacts, as an alert does.
    const rows = await tx
      .selectFrom('check_in as c')
      .innerJoin('check_in_contact as k', 'k.check_in_id', 'c.id')
      .where('k.address_hash', '=', named.hash)
      .where(
        declined
          ? sql<boolean>`k.state = 'confirmed' or k.id = ${named.id}`
          : sql<boolean>`k.id = ${named.id}`,
      )
      .orderBy('c.id')
      .forUpdate('c')
      .selectAll('c')
      .select(['k.id as contact_id', 'k.state as contact_state'])
      .execute()
    for (const { contact_id, contact_state, ...row } of rows) {
      const state = declined ? 'declined' : 'confirmed'
      if (contact_state === state) continue
      await tx.updateTable('check_in_contact').set({ state }).where('id', '=', contact_id).execute()
      // A contact who confirms during an alert receives it too.
      if (!declined && row.state === 'alerted')
        await queueContactEmail(tx, emit, row, { id: contact_id, about: 'alert' }, now)
      emit({ kind: 'check-in.changed', id: row.id, member_id: row.member_id })
    }
    return { username: known ? await firstName(tx, known.checkIn.member_id) : null }
  })
}

/** Stored with the transaction that decides about the check-in. */
export function queueContactEmail(
  tx: Tx,
  emit: Emit,
  { member_id, round }: Pick<CheckIn, 'member_id' | 'round'>,
  { id, about }: { id: number; about: JobPayloads['contact-mail']['about'] },
  now: number,
): Promise<void> {
  const payload = { member_id, contact_id: id, about, round }
  return enqueue(tx, emit, {
    kind: 'contact-mail',
    payload,
    now,
    dedupeKey: `contact ${id} ${about} ${round}`,
  })
}

/** The page behind an alert. Once the member is OK, it shows only that. */
export async function readAlert(
  { db, clock, photoUrls, contactSecret }: Pick<Services, 'db' | 'clock' | 'photoUrls'> & Secret,
  { key }: InputOf<typeof alertCall>,
): Promise<ReplyOf<typeof alertCall>> {
  const named = readKey({ contactSecret }, key)
  const found = named && (await findContact(db, named))
  if (!found || !isShown(found.contact, found.checkIn, clock.now())) throw new Problem('alert.ended')
  const { checkIn } = found
  const { member_id, alerted_ts, until_ts, helps, photo_alias, name, age, place } = checkIn
  const isOver = checkIn.state === 'ended'
  const photo_url = photo_alias && photoUrls.of({ name: photo_alias, isPublic: false }).lg_url
  return {
    username: await firstName(db, member_id),
    state: isOver ? 'ended' : 'alerted',
    help: helps > 0,
    alerted_ts: alerted_ts ?? 0,
    until_ts: until_ts ?? 0,
    last_active_ts: isOver ? null : await lastActive(db, member_id),
    date: isOver
      ? null
      : {
          ...{ name, age, photo_url, place },
          ...{ at_ts: checkIn.at_ts, end_ts: checkIn.end_ts, time_zone: checkIn.time_zone },
        },
  }
}

const isShown = (contact: Contact, { state, until_ts }: CheckIn, now: number): boolean =>
  contact.state === 'confirmed' &&
  (state === 'alerted' || state === 'ended') &&
  until_ts !== null &&
  now < until_ts

async function lastActive(db: Reader, memberId: number): Promise<number | null> {
  const row = await db
    .selectFrom('activity')
    .where('member_id', '=', memberId)
    .select('last_active_ts')
    .executeTakeFirst()
  return row?.last_active_ts ?? null
}

type Site = Services['site']

const inviteEmail = (site: Site, name: string, key: string): MailTemplate => ({
  title: `${name} would like you to be a trusted contact`,
  paragraphs: [
    `${name} uses ${site.name}, an Australian dating site, is planning to meet somebody, and would like you to look out for them.`,
    `If you confirm, we email you in one case only: if ${name} asks for help, or doesn’t answer when we ask whether they’re OK after the date. The email then says who they were meeting, where and when. You don’t need an account, and we use your address for nothing else.`,
    'If you don’t know who this is, choose “Don’t contact me”. Nobody on the site can then ask you again.',
  ],
  button: { label: 'Confirm, or stop these emails', url: `${site.url}/contact?key=${key}` },
  footnote: `We ask at most ${INVITES_MAX} times. Without your confirmation we send nothing else, and we delete your address ${KEEP_DATE_SECONDS / 86_400} days after the date.`,
})

const HELP_LINE =
  'Police, ambulance or fire: 000. Advice about violence, day and night: 1800RESPECT (1800 737 732).'

function alertEmail(site: Site, name: string, row: CheckIn, seen: number | null, key: string): MailTemplate {
  const { time_zone } = row
  return {
    title: `${name} may need your help`,
    paragraphs: [
      row.helps > 0
        ? `${name} pressed “I need help” on ${site.name}.`
        : `${name} was on a date and hasn’t answered when we asked “Are you OK?”.`,
      ...alertAdvice(name),
      `They were meeting ${row.name}, at ${row.place}, from ${whenText(row.at_ts, time_zone)}, and expected to be done by ${whenText(row.end_ts, time_zone)}.`,
      ...(seen === null ? [] : [`${name} was last active on ${site.name} on ${whenText(seen, time_zone)}.`]),
      HELP_LINE,
    ],
    button: { label: 'See the details', url: `${site.url}/alert?key=${key}` },
    footnote: `The page shows who ${name} was meeting and works for 72 hours. We email you again if ${name} tells us that they’re OK. To stop all emails like this: ${site.url}/contact?key=${key}`,
  }
}

const clearEmail = (site: Site, name: string, key: string): MailTemplate => ({
  title: `${name} is OK`,
  paragraphs: [
    `${name} has told us that they’re OK. You don’t have to do anything about our earlier email.`,
    'Thank you for looking out for them.',
  ],
  footnote: `To stop all emails like this: ${site.url}/contact?key=${key}`,
})

/** How long an all-clear waits for an alert that is being sent, so that it doesn't arrive first. */
const OVERTAKE_SECONDS = 30

/** Sends an email to a contact if it still applies at this moment. A repeated email has the same Message-ID. */
export const sendContactEmail =
  (deps: Pick<Services, 'db' | 'bus' | 'clock' | 'mailer' | 'site'> & Secret) =>
  async ({ contact_id, about, round }: JobPayloads['contact-mail']): Promise<RunLater | undefined> => {
    const { db, site, mailer } = deps
    const now = deps.clock.now()
    const claim = await claimEmail(deps, contact_id, about, round, now)
    if (claim instanceof RunLater) return claim
    if (!claim) return
    const { contact, checkIn, name, key, seen } = claim
    const template =
      about === 'invite'
        ? inviteEmail(site, name, key)
        : about === 'alert'
          ? alertEmail(site, name, checkIn, seen, key)
          : clearEmail(site, name, key)
    const mail = {
      to: { address: contact.email },
      subject: `${template.title} – ${site.name}`,
      ...renderMail(site, template),
      link: template.button?.url,
      // An alert and its all-clear are urgent, and were confirmed; they are never held back as bulk emails are.
      ...(about === 'invite' && { unsubscribe: `${site.url}/api/contact?key=${key}` }),
      id: `contact-${contact_id}-${about}-${round}-${checkIn.created_ts}`,
    }
    // Nothing may come between the claim and this call; see untilHandedOver.
    await mailer.send(mail)
    if (about === 'alert')
      await db
        .updateTable('check_in_contact')
        .set({ sent_round: round })
        .where('id', '=', contact_id)
        .execute()
  }

/**
 * Decides in one locked transaction whether the email is still right, and marks an alert as claimed: an "I'm OK" is
 * either before, and nothing is sent, or after, and is followed by an all-clear.
 */
async function claimEmail(
  deps: Pick<Services, 'db' | 'bus'> & Secret,
  contactId: number,
  about: JobPayloads['contact-mail']['about'],
  round: number,
  now: number,
) {
  const found = await deps.db
    .selectFrom('check_in_contact')
    .where('id', '=', contactId)
    .selectAll()
    .executeTakeFirst()
  if (!found) return undefined
  const key = signedKey(deps, found)
  return withTransaction(deps, async (tx) => {
    const checkIn = await tx
      .selectFrom('check_in')
      .where('id', '=', found.check_in_id)
      .forUpdate()
      .selectAll()
      .executeTakeFirst()
    const contact = await tx
      .selectFrom('check_in_contact')
      .where('id', '=', contactId)
      .selectAll()
      .executeTakeFirst()
    if (!checkIn || !contact || (await isPersonMet(tx, deps, checkIn, contact))) return undefined
    const name = await firstName(tx, checkIn.member_id)
    const claimed = { contact, checkIn, name, key, seen: await lastActive(tx, checkIn.member_id) }
    if (about === 'invite') return (await claimInvite(tx, contact)) ? claimed : undefined
    if (contact.state !== 'confirmed' || checkIn.round !== round) return undefined
    if (about === 'clear') {
      if (checkIn.state !== 'ended') return undefined
      const isSending = contact.claimed_round > contact.sent_round
      if (isSending && now < checkIn.changed_ts + OVERTAKE_SECONDS) return new RunLater(now + 1)
      return claimed
    }
    if (checkIn.state !== 'alerted') return undefined
    await tx
      .updateTable('check_in_contact')
      .set({ claimed_round: round })
      .where('id', '=', contactId)
      .execute()
    return claimed
  })
}

/** The person met never receives an email about the check-in, even if their address was entered. */
async function isPersonMet(
  db: Reader,
  secret: Secret,
  { other_id }: CheckIn,
  { address_hash }: Contact,
): Promise<boolean> {
  if (other_id === null) return false
  const account = await db
    .selectFrom('account')
    .where('member_id', '=', other_id)
    .select('email')
    .executeTakeFirst()
  return account !== undefined && hashContactAddress(secret, account.email).equals(address_hash)
}

/** Counts before sending, so that no address gets more than two, however many members ask concurrently. */
async function claimInvite(db: Reader, contact: Contact): Promise<boolean> {
  if (contact.state !== 'waiting') return false
  // A repeated attempt of the same email.
  if (contact.invited) return true
  const { rows } = await sql`
    insert into contact_suppression as s (address_hash, sent) values (${contact.address_hash}, 1)
    on conflict (address_hash) do update set sent = s.sent + 1
    where not s.declined and s.sent < ${INVITES_MAX} returning s.sent`.execute(db)
  if (rows.length === 0) return false
  await db.updateTable('check_in_contact').set({ invited: true }).where('id', '=', contact.id).execute()
  return true
}
