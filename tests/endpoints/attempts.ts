import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@rosella/contract/endpoint'
import { everyEndpoint } from '@rosella/contract/every-endpoint'
import { gestures } from '@rosella/contract/gestures/rules'
import type { ClientEvents } from '@rosella/contract/messages/socket'
import type { Things } from './permission-members'

/** Valid input, so that a call gets as far as possible. */
type Fields = Record<string, unknown>
type Meant = (named: Things) => Fields
type Variants = Record<string, Meant>

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

const NEW_PASSWORD = 'Galah-River-77'
const newAddress = () => `new-${randomUUID().slice(0, 8)}@rosella.test`
const inHours = (hours: number) => Math.floor(Date.now() / 1000) + hours * 3600
const byEmail: Meant = ({ email }) => ({ email })
const byPhoto: Meant = ({ photo }) => ({ photo })
const byId: Meant = ({ id }) => ({ id })

const madeUp = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const madeUpDevice = { endpoint: 'https://push.example/a', keys: { p256dh: 'AAAA', auth: 'AAAA' } }
const template = { body: 'Thank you', goes_to: 'member', reason_key: null, outcome: null, active: true }
const madeUpAnswer = {
  ...madeUp,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const madeUpPasskey = { ...madeUp, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }

/** A call without an entry takes no input; a call that does several things has several entries. */
const validInputs: Record<string, Meant | Variants> = {
  'POST /api/login': ({ email, password }) => ({ email, password }),
  'POST /api/forgot-password': byEmail,
  'POST /api/request-access': {
    link: ({ email }) => ({ email, kind: 'link' }),
    code: ({ email }) => ({ email, kind: 'code' }),
  },
  'GET /api/check-email': byEmail,
  'POST /api/signup': () => ({
    username: 'Newt',
    gender_birth: 'f',
    interested: 'both',
    relationship_goals: 'serious',
    birthday: '1994-05-01',
    email: newAddress(),
    password: NEW_PASSWORD,
    country: 'AU',
    city: 'Hobart, TAS',
    lat: -42.88,
    lng: 147.33,
  }),
  'POST /api/passkey-login': () => ({ passkey: madeUpAnswer }),
  'POST /api/passkey-register': () => ({ passkey: madeUpPasskey }),
  'POST /api/passkey-delete': ({ passkey_id: id }) => ({ id }),
  'POST /api/two-step-confirm': () => ({ code: '123456' }),
  'POST /api/login-two-step': () => ({ ticket: 'none', code: '123456' }),
  'POST /api/reauthenticate': () => ({ password: 'Correct-Horse-9' }),
  'POST /api/undo': () => ({ key: 'a'.repeat(64) }),
  'GET /api/cities': () => ({ country_code: 'NZ' }),
  'GET /api/place': () => ({ lat: -42.88, lng: 147.33 }),
  'GET /api/appeal': ({ decided }) => decided,
  'POST /api/appeal': ({ decided }) => ({ ...decided, text: 'I am sorry.' }),
  'POST /api/unsubscribe': ({ unsubscribe: key }) => ({ key }),

  'POST /api/change-password': () => ({ password: NEW_PASSWORD, repeatPassword: NEW_PASSWORD }),
  'POST /api/settings-change-password': () => ({ current: 'Correct-Horse-9', new: NEW_PASSWORD }),
  'POST /api/change-email': () => ({ new_email: newAddress(), password: 'Correct-Horse-9' }),
  'DELETE /api/session': ({ session_id }) => ({ session_id }),
  'POST /api/user': () => ({ tagline: 'Here for the views' }),
  'POST /api/profile-auto-save': {
    tagline: () => ({ key: 'tagline', value: 'Here for the views' }),
    username: () => ({ key: 'username', value: 'Newt' }),
  },
  'POST /api/update-discussion-prompts': ({ prompt_id }) => ({
    prompts: [{ question_id: prompt_id, answer: 'The sea', active: true }],
  }),
  'DELETE /api/photo': byPhoto,
  'POST /api/change-main-photo': byPhoto,
  'POST /api/photos-order': ({ photo }) => ({ photos: [photo] }),
  'GET /api/users': {
    recent: () => ({ filter: 'recent' }),
    'viewed-me': () => ({ filter: 'viewed-me' }),
  },
  'POST /api/preferences': () => ({ age_min: 30, smoking: ['-'] }),
  'GET /api/search': {
    filters: () => ({ age_min: 30, sort: 'distance' }),
    saved: ({ saved_id: saved }) => ({ saved }),
  },
  'POST /api/saved-search': {
    add: () => ({ name: 'Walkers', filters: { tags: 'bushwalking' }, mail: 'daily' }),
    change: ({ saved_id: id }) => ({ id, name: 'Surfers', filters: { tags: 'surfing' } }),
  },
  'POST /api/saved-search-delete': ({ saved_id: id }) => ({ id }),
  'GET /api/view-profile': ({ url_hash }) => ({ url_hash }),
  'GET /api/questions': () => ({ topic: 'home' }),
  'POST /api/answer': () => ({
    question_id: 1,
    choice: 0,
    accepts: [0, 1],
    importance: 1,
    visibility: 'shown',
  }),
  'POST /api/answer-clear': () => ({ question_id: 1 }),
  'POST /api/questions-consent': () => ({ sensitive: 1 }),
  'GET /api/shared-questions': ({ url_hash }) => ({ url_hash }),
  'POST /api/user-action': Object.fromEntries(
    gestures.map((action) => [action, ({ id }: Things) => ({ action, recipient_id: id })]),
  ),
  'POST /api/verification': () => ({ challenge: 'none' }),
  'POST /api/ask-to-verify': ({ id }) => ({ recipient_id: id }),
  'POST /api/report-user': ({ id }) => ({ recipient_id: id, report_reason: 'Under 18' }),
  'POST /api/safety-notice-seen': ({ notice_id: id }) => ({ id }),
  'POST /api/scam-warning-dismiss': ({ id }) => ({ recipient_id: id }),
  'POST /api/settings-auto-save': {
    summaries: () => ({ key: 'summaries', value: false }),
    stealth_mode: () => ({ key: 'stealth_mode', value: true }),
    paused: () => ({ key: 'paused', value: true }),
    notify_likes: () => ({ key: 'notify_likes', value: 'mail' }),
    time_zone: () => ({ key: 'time_zone', value: 'Australia/Perth' }),
    suggestions: () => ({ key: 'no_suggestions', value: true }),
  },
  'GET /api/date-calendar': ({ date_id: id }) => ({ id }),
  'POST /api/check-in': () => ({
    ...{ name: 'Max', place: 'Cafe', at_ts: inHours(1), end_ts: inHours(2), grace: 30 },
    contacts: [{ name: 'Rosa', email: newAddress() }],
  }),
  'POST /api/check-in-answer': ({ check_in_id: id }) => ({ id, answer: 'ok' }),
  'POST /api/check-in-delete': ({ check_in_id: id }) => ({ id }),
  'POST /api/contact': () => ({ key: 'none' }),
  'GET /api/own-check-in': () => ({ key: 'none' }),
  'POST /api/own-check-in-answer': () => ({ key: 'none', answer: 'ok' }),
  'POST /api/contact-answer': () => ({ key: 'none', answer: 'stop' }),
  'GET /api/alert': () => ({ key: 'none' }),
  'POST /api/date-feedback': ({ past_date_id: id }) => ({ id, met: 1 }),
  'POST /api/date-feedback-delete': ({ past_date_id: id }) => ({ id }),
  'POST /api/push-subscription': () => ({ subscription: madeUpDevice }),
  'POST /api/push-subscription-renew': () => ({
    old: madeUpDevice,
    subscription: structuredClone(madeUpDevice),
  }),
  'POST /api/push-subscription-delete': () => ({ endpoint: 'https://push.example/a' }),
  'POST /api/people-i-know': () => ({ addresses: ['aunt@rosella.test'] }),

  'POST /api/admin/photo-decision': ({ photo }) => ({ photo, approved: false, reject_reason: 'Not a face' }),
  'POST /api/admin/verification-decision': ({ verification_id: id }) => ({ id, approved: true }),
  'POST /api/admin/verification-remove': ({ id: member_id }) => ({ member_id, reason: 'Not them' }),
  'GET /api/admin/report': ({ report_id: id }) => ({ id }),
  'POST /api/admin/report-take': ({ report_id }) => ({ report_id, action: 'take' }),
  'POST /api/admin/report-decision': ({ report_id }) => ({ report_id, outcome: 'banned' }),
  'POST /api/admin/appeal-decision': ({ appealed_id }) => ({ report_id: appealed_id, upheld: true }),
  'GET /api/admin/member': byId,
  'POST /api/admin/member': {
    notes: ({ id }) => ({ id, notes: 'Writes kindly' }),
    premium: ({ id }) => ({ id, premium: true }),
    status: ({ id }) => ({ id, status: 3, reason: 'Rude words' }),
    role: ({ id }) => ({ id, role: 'moderator' }),
  },
  'GET /api/admin/bulk-candidates': () => ({ address: 'anna*' }),
  'POST /api/admin/bulk-suspend': ({ id }) => ({ batch: randomUUID(), ids: [id], reason: 'Sent in bulk' }),
  'POST /api/admin/bulk-undo': () => ({ batch: randomUUID() }),
  'POST /api/admin/invite': () => ({ invite_email: newAddress() }),
  'POST /api/admin/impersonate': ({ id }) => ({ id, reason: 'They asked for help' }),
  'POST /api/admin/settings': () => ({ key: 'max_prompts', value: 4 }),
  'POST /api/admin/prompt': {
    add: () => ({ question: `What is ${randomUUID()}?`, active: true }),
    change: ({ prompt_id: id }) => ({ id, question: `What is ${randomUUID()}?`, active: true }),
  },
  'POST /api/admin/tip': {
    add: () => ({ text: `Mind ${randomUUID()}.`, active: true }),
    change: ({ tip_id: id }) => ({ id, text: `Mind ${randomUUID()}.`, active: true }),
  },
  'POST /api/admin/reply-template': {
    add: () => ({ ...template, title: `Reply ${randomUUID()}` }),
    change: ({ template_id: id }) => ({ ...template, id, version: 1, title: `Reply ${randomUUID()}` }),
  },
  'GET /api/admin/audit': ({ id }) => ({ member_id: id }),
  'GET /api/admin/audit-csv': ({ id }) => ({ member_id: id }),
  'POST /api/admin/job-retry': ({ job_id: id }) => ({ id }),
  'POST /api/admin/photo-bank-remove': () => ({ source: 'other.example' }),
  'POST /api/admin/photo-cleanup': () => ({ state: 'waiting', orphans: 1 }),
  'POST /api/admin/scam-rule': () => ({ key: 'gift-card', mode: 'count' }),
  'GET /api/admin/transparency': () => ({ from: 0, to: 4_000_000_000 }),
  'GET /api/admin/transparency-csv': () => ({ from: 0, to: 4_000_000_000 }),
}

/** A payload for each event that a client may send. */
export const frames: Record<keyof ClientEvents, (named: Things) => unknown> = {
  fetchMessages: ({ id }) => ({ receiver_id: id }),
  sendMessage: ({ id }) => ({ receiver_id: id, message: 'How are you?' }),
  markRead: ({ got }) => got,
  delete: ({ wrote }) => wrote,
  react: ({ wrote }) => ({ id: wrote, emoji: '🔥' }),
  typing: ({ id }) => ({ receiver_id: id }),
  planDate: ({ id }) => ({ receiver_id: id, at_ts: inHours(30), place: 'Cafe', note: '' }),
  answerDate: ({ date_id: id }) => ({ id, answer: 'cancel' }),
}

export interface Attempt {
  /** 'POST /api/user-action like' */
  name: string
  endpoint: Endpoint
  input: Meant
}

/** Every call of the contract with its input. */
export const attempts: readonly Attempt[] = everyEndpoint.flatMap((endpoint) => {
  const name = nameOf(endpoint)
  const input = validInputs[name] ?? (() => ({}))
  return typeof input === 'function'
    ? [{ name, endpoint, input }]
    : Object.entries(input).map(([variant, one]) => ({ name: `${name} ${variant}`, endpoint, input: one }))
})

/** Whether the input depends on the named things; if not, the call has no owner. */
export function namesSomething(input: (named: Things) => unknown): boolean {
  let asked = false
  const watched = new Proxy(
    {},
    {
      get: () => {
        asked = true
        return 0
      },
    },
  )
  input(watched as Things)
  return asked
}
