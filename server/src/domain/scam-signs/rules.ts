import type { Found } from './find-topics'

/** What is brought up with a sign: whoever did so first is counted for it, never the one who answers. */
type Subject = 'move' | 'money' | 'invest' | 'papers' | 'site' | 'threat' | 'manner' | 'spread'

interface Pattern {
  /** All of these, within so many words of each other. */
  all: readonly Found[]
  within: number
}

export interface ScamRule {
  /** In words, for the admins' page. */
  label: string
  subject: Subject
  weight: number
  /** Any of these. */
  patterns: readonly Pattern[]
  /** Not where one of these stands in the message. */
  unless?: readonly Found[]
}

const near = (within: number, ...all: Found[]): Pattern => ({ all, within })

export const scamRules = {
  'other-app': {
    label: 'Moving to another app',
    subject: 'move',
    weight: 3,
    patterns: [
      near(7, 'app', 'move'),
      near(5, 'app', 'number'),
      near(14, 'app', 'rare', 'here'),
      near(14, 'app', 'private'),
      near(10, 'app', 'phone'),
    ],
  },
  'other-network': {
    label: 'Moving to a social network or to mail',
    subject: 'move',
    weight: 1,
    patterns: [
      near(6, 'social', 'move'),
      near(14, 'social', 'rare', 'here'),
      near(14, 'social', 'leave', 'here'),
    ],
  },
  'leaving-here': {
    label: 'Wanting to leave this site',
    subject: 'move',
    weight: 2,
    patterns: [
      near(18, 'app', 'rare', 'here'),
      near(18, 'app', 'leave', 'here'),
      near(18, 'phone', 'rare', 'here'),
      near(18, 'phone', 'leave', 'here'),
      near(18, 'social', 'rare', 'here'),
      near(18, 'social', 'leave', 'here'),
      near(16, 'move', 'number', 'leave', 'here'),
      near(14, 'private', 'app'),
      near(14, 'private', 'phone'),
      near(14, 'private', 'number', 'move'),
    ],
  },
  'phone-number': {
    label: 'A phone number',
    subject: 'move',
    weight: 2,
    patterns: [near(0, 'phone')],
  },
  'foreign-number': {
    label: 'A phone number of another country',
    subject: 'move',
    weight: 1,
    patterns: [near(0, 'abroad')],
  },
  'money-request': {
    label: 'Asking for money',
    subject: 'money',
    weight: 3,
    patterns: [
      near(8, 'canyou', 'give', 'sum'),
      near(8, 'canyou', 'give', 'amount'),
      near(6, 'help', 'amount'),
      near(6, 'lend', 'money'),
      near(8, 'canyou', 'lend', 'money'),
      near(6, 'wouldyou', 'give', 'cash'),
      near(8, 'canyou', 'fee', 'amount'),
    ],
    unless: ['fair'],
  },
  'money-trouble': {
    label: 'Trouble that money would end',
    subject: 'money',
    weight: 2,
    patterns: [
      near(24, 'trouble', 'help', 'amount'),
      near(24, 'trouble', 'help', 'money'),
      near(20, 'trouble', 'demand', 'amount', 'canyou'),
      near(24, 'trouble', 'demand', 'sum', 'you'),
      near(24, 'trouble', 'lend'),
      near(24, 'trouble', 'giveback', 'help'),
      near(24, 'trouble', 'gift', 'canyou'),
    ],
  },
  'money-back': {
    label: 'Promising to pay back',
    subject: 'money',
    weight: 2,
    patterns: [
      near(20, 'giveback', 'canyou', 'amount'),
      near(20, 'giveback', 'help', 'amount'),
      near(20, 'giveback', 'lend'),
      near(20, 'giveback', 'gift'),
    ],
    unless: ['fair'],
  },
  'fee-first': {
    label: 'A fee that comes before a fortune, a parcel or a job',
    subject: 'money',
    weight: 3,
    patterns: [
      near(10, 'fee', 'amount', 'pay', 'canyou'),
      near(16, 'fee', 'amount', 'parcel', 'you'),
      near(20, 'fee', 'fortune', 'pay'),
      near(14, 'parcel', 'canyou', 'pay', 'you'),
      near(14, 'job', 'fee', 'amount'),
    ],
  },
  fortune: {
    label: 'A fortune that waits for the receiver',
    subject: 'money',
    weight: 2,
    patterns: [
      near(16, 'fortune', 'sum', 'you'),
      near(16, 'fortune', 'amount', 'you', 'fee'),
      near(20, 'fortune', 'share'),
      near(16, 'fortune', 'fee'),
      near(16, 'parcel', 'sum', 'your'),
      near(16, 'parcel', 'amount', 'you', 'demand'),
      near(16, 'parcel', 'fortune', 'you'),
    ],
  },
  'paid-company': {
    label: 'Paying for company',
    subject: 'money',
    weight: 5,
    patterns: [near(14, 'sugar', 'amount'), near(8, 'sugar', 'weekly'), near(14, 'sugar', 'account')],
  },
  'money-mule': {
    label: 'Using somebody’s account or address',
    subject: 'money',
    weight: 5,
    patterns: [
      near(14, 'youraccount', 'passon', 'amount'),
      near(10, 'youraccount', 'passon', 'share'),
      near(12, 'youraccount', 'passon', 'money'),
      near(14, 'youraccount', 'passon', 'percent'),
    ],
    unless: ['fair'],
  },
  'investment-offer': {
    label: 'Offering an investment',
    subject: 'invest',
    weight: 4,
    patterns: [
      near(18, 'coin', 'teach', 'you'),
      near(16, 'invest', 'teach', 'you', 'profit'),
      near(16, 'invest', 'teach', 'you', 'amount'),
      near(12, 'profit', 'teach', 'you', 'percent'),
    ],
  },
  'investment-gain': {
    label: 'Gains from an investment',
    subject: 'invest',
    weight: 4,
    patterns: [
      near(14, 'coin', 'profit'),
      near(12, 'invest', 'profit', 'amount'),
      near(12, 'invest', 'profit', 'percent'),
      near(4, 'percent', 'span'),
      near(10, 'coin', 'percent'),
      near(14, 'coin', 'span', 'amount'),
    ],
  },
  'gift-card': {
    label: 'Gift cards and their codes',
    subject: 'money',
    weight: 5,
    patterns: [
      near(8, 'gift', 'forme'),
      near(10, 'gift', 'canyou', 'give'),
      near(12, 'gift', 'code', 'request'),
      near(14, 'gift', 'giveback'),
    ],
  },
  'card-code': {
    label: 'The code of a card',
    subject: 'money',
    weight: 3,
    patterns: [near(6, 'code', 'request')],
  },
  passwords: {
    label: 'Passwords, codes and log-ins',
    subject: 'papers',
    weight: 5,
    patterns: [near(7, 'request', 'password'), near(12, 'request', 'otp', 'sent', 'you')],
  },
  'bank-details': {
    label: 'Bank and card details',
    subject: 'papers',
    weight: 3,
    patterns: [near(8, 'request', 'account')],
    unless: ['fair'],
  },
  'identity-papers': {
    label: 'Identity papers',
    subject: 'papers',
    weight: 5,
    patterns: [
      near(7, 'request', 'your', 'paper'),
      near(5, 'copy', 'paper'),
      near(7, 'request', 'copy', 'paper'),
    ],
  },
  'work-offer': {
    label: 'Work or papers that somebody can arrange',
    subject: 'papers',
    weight: 2,
    patterns: [
      near(16, 'job', 'amount', 'you'),
      near(16, 'job', 'paper', 'request'),
      near(16, 'job', 'account'),
      near(16, 'job', 'password'),
    ],
  },
  'site-address': {
    label: 'The address of a site',
    subject: 'site',
    weight: 2,
    patterns: [near(0, 'site')],
  },
  'spelt-address': {
    label: 'The address of a site, spelt out',
    subject: 'site',
    weight: 3,
    patterns: [near(0, 'spelt')],
  },
  'site-check': {
    label: 'Having to register or be verified on a site',
    subject: 'site',
    weight: 3,
    patterns: [
      near(18, 'site', 'verify'),
      near(8, 'linkword', 'verify'),
      near(14, 'verify', 'account', 'your'),
    ],
  },
  threat: {
    label: 'Threatening to expose somebody',
    subject: 'threat',
    weight: 5,
    patterns: [near(14, 'hurt', 'threat')],
  },
  disguise: {
    label: 'Words in disguise',
    subject: 'manner',
    weight: 3,
    patterns: [near(0, 'disguised')],
  },
  plea: {
    label: 'Pleading, beside another sign',
    subject: 'manner',
    weight: 1,
    patterns: [near(0, 'plea')],
  },
  pressure: {
    label: 'Haste and secrecy, beside another sign',
    subject: 'manner',
    weight: 1,
    patterns: [near(0, 'press')],
  },
  'far-away': {
    label: 'Being far away or widowed, beside another sign',
    subject: 'manner',
    weight: 1,
    patterns: [near(0, 'faraway')],
  },
  'same-opening': {
    label: 'The same first words to many people',
    subject: 'spread',
    weight: 2,
    patterns: [],
  },
} as const satisfies Record<string, ScamRule>

export type RuleKey = keyof typeof scamRules
export const ruleKeys = Object.keys(scamRules) as RuleKey[]
export const isRuleKey = (key: string): key is RuleKey => Object.hasOwn(scamRules, key)
