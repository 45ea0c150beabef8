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
      near(16, 'app', 'offsite'),
      near(10, 'app', 'phone'),
    ],
  },
  'other-network': {
    label: 'Moving to a social network or to mail',
    subject: 'move',
    weight: 1,
    patterns: [near(6, 'social', 'move'), near(14, 'social', 'offsite')],
  },
  'leaving-here': {
    label: 'Wanting to leave this site',
    subject: 'move',
    weight: 2,
    patterns: [
      near(16, 'offsite', 'app'),
      near(16, 'offsite', 'social', 'move'),
      near(14, 'offsite', 'phone'),
      near(14, 'offsite', 'move', 'number'),
    ],
  },
  'phone-number': {
    label: 'A phone number',
    subject: 'move',
    weight: 2,
    patterns: [near(0, 'phone')],
  },
  'money-request': {
    label: 'Asking for money',
    subject: 'money',
    weight: 3,
    patterns: [
      near(8, 'canyou', 'give', 'sum'),
      near(6, 'lend', 'amount'),
      near(6, 'lend', 'money'),
      near(5, 'canyou', 'lend'),
      near(7, 'canyou', 'give', 'money', 'amount'),
      near(8, 'canyou', 'fee', 'amount'),
    ],
  },
  'money-trouble': {
    label: 'Trouble that money would end',
    subject: 'money',
    weight: 2,
    patterns: [
      near(24, 'trouble', 'canyou', 'give', 'sum'),
      near(24, 'trouble', 'canyou', 'give', 'money'),
      near(24, 'trouble', 'lend'),
      near(24, 'trouble', 'giveback'),
      near(24, 'trouble', 'gift', 'canyou'),
    ],
  },
  'money-back': {
    label: 'Promising to pay back',
    subject: 'money',
    weight: 2,
    patterns: [
      near(20, 'giveback', 'canyou', 'amount'),
      near(20, 'giveback', 'lend'),
      near(20, 'giveback', 'gift'),
    ],
  },
  'fee-first': {
    label: 'A fee that comes before a fortune, a parcel or a job',
    subject: 'money',
    weight: 3,
    patterns: [
      near(10, 'fee', 'amount', 'canyou'),
      near(14, 'fee', 'amount', 'parcel'),
      near(20, 'fee', 'fortune', 'canyou'),
      near(20, 'fee', 'amount', 'fortune'),
      near(14, 'parcel', 'canyou', 'give', 'money'),
      near(14, 'job', 'fee', 'amount'),
    ],
  },
  fortune: {
    label: 'A fortune that waits for the receiver',
    subject: 'money',
    weight: 2,
    patterns: [
      near(14, 'fortune', 'sum', 'your'),
      near(20, 'fortune', 'share'),
      near(16, 'fortune', 'fee'),
      near(16, 'parcel', 'sum'),
      near(16, 'parcel', 'fortune', 'your'),
    ],
  },
  'paid-company': {
    label: 'Paying for company',
    subject: 'money',
    weight: 4,
    patterns: [
      near(12, 'sugar', 'amount'),
      near(8, 'sugar', 'weekly'),
      near(14, 'weekly', 'amount', 'your', 'account'),
    ],
  },
  'money-mule': {
    label: 'Using somebody’s account or address',
    subject: 'money',
    weight: 4,
    patterns: [near(16, 'mule', 'share'), near(14, 'mule', 'amount'), near(10, 'mule', 'request', 'money')],
  },
  'investment-offer': {
    label: 'Offering an investment',
    subject: 'invest',
    weight: 3,
    patterns: [
      near(10, 'coin', 'invite'),
      near(14, 'invest', 'invite', 'profit'),
      near(14, 'invest', 'invite', 'amount'),
      near(8, 'profit', 'invite', 'yield'),
    ],
  },
  'investment-gain': {
    label: 'Gains from an investment',
    subject: 'invest',
    weight: 3,
    patterns: [
      near(14, 'coin', 'profit'),
      near(12, 'invest', 'profit', 'amount'),
      near(10, 'invest', 'profit', 'yield'),
      near(10, 'coin', 'yield'),
    ],
  },
  'gift-card': {
    label: 'Gift cards and their codes',
    subject: 'money',
    weight: 5,
    patterns: [
      near(10, 'gift', 'canyou', 'give'),
      near(12, 'gift', 'code', 'request'),
      near(12, 'gift', 'canyou', 'amount'),
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
    patterns: [near(7, 'request', 'password')],
  },
  'bank-details': {
    label: 'Bank and card details',
    subject: 'papers',
    weight: 3,
    patterns: [near(8, 'request', 'account')],
  },
  'identity-papers': {
    label: 'Identity papers',
    subject: 'papers',
    weight: 4,
    patterns: [near(7, 'request', 'paper')],
  },
  'work-offer': {
    label: 'Work or papers that somebody can arrange',
    subject: 'papers',
    weight: 2,
    patterns: [
      near(16, 'job', 'amount', 'your'),
      near(16, 'job', 'paper'),
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
