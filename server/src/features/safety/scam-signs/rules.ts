import type { Finding } from './find-topics'

/** What is brought up with a sign: whoever did so first is counted for it, never the one who answers. */
type Subject = 'move' | 'money' | 'invest' | 'papers' | 'site' | 'threat' | 'manner' | 'spread' | 'wording'

interface Pattern {
  /** All of these, within so many words of each other. */
  all: readonly Finding[]
  within: number
}

export interface ScamRuleDefinition {
  /** In words, for the admins' page. */
  label: string
  subject: Subject
  weight: number
  /** Points for each of two more times. */
  again: number
  /** Any of these. */
  patterns: readonly Pattern[]
  /** Only where no narrower rule of its subject fits the message. */
  isWide?: boolean
  /** Not where one of these stands in the message. */
  unless?: readonly Finding[]
}

const near = (within: number, ...all: Finding[]): Pattern => ({ all, within })
const rule = (
  label: string,
  subject: Subject,
  weight: number,
  patterns: readonly Pattern[],
  unless?: readonly Finding[],
): ScamRuleDefinition => ({ label, subject, weight, again: 1, patterns, unless })
/** What a narrower rule of the same subject says already is not said twice. */
const wide = (...given: Parameters<typeof rule>): ScamRuleDefinition => ({ ...rule(...given), isWide: true })
/** Learnt (wording.ts). Other words of the same kind are a sign anew. */
const wording = (label: string, weight: number): ScamRuleDefinition => ({
  label,
  subject: 'wording',
  weight,
  again: Math.min(weight, 3),
  patterns: [],
})

/**
 * By classes of words instead of phrases, so that they find what nobody has thought of. Each by itself is little: people
 * who know each other name sums, fees and papers too. So they need the wording's consent (read-signs.ts), and those that
 * ordinary people fit more often weigh less.
 */
const wideRules = {
  'sum-asked': wide(
    'A sum, and the receiver is to do something about it',
    'money',
    2,
    [
      near(10, 'large', 'wouldyou'),
      near(14, 'large', 'canyou', 'to lend'),
      near(14, 'large', 'canyou', 'request'),
      near(10, 'sum', 'to lend'),
      near(14, 'large', 'canyou', 'a plea'),
      near(14, 'a plea', 'to lend', 'you'),
      near(14, 'large', 'canyou', 'to give back'),
    ],
    ['fair'],
  ),
  'fee-named': wide(
    'A fee, a duty or a deposit with its sum',
    'money',
    3,
    [
      near(14, 'a fee', 'amount', 'you'),
      near(14, 'a fee', 'amount', 'canyou'),
      near(14, 'a fee', 'a job', 'canyou'),
      near(14, 'a parcel', 'amount', 'you'),
      near(14, 'a parcel', 'amount', 'pay'),
    ],
    ['fair'],
  ),
  'fortune-named': wide('Riches that are near', 'money', 2, [
    near(10, 'a fortune', 'you'),
    near(14, 'a fortune', 'amount', 'pay'),
    near(14, 'a fortune', 'amount', 'demand'),
  ]),
  'card-wanted': wide('A gift card, and somebody is to get it', 'money', 3, [
    near(10, 'a gift card', 'canyou'),
    near(10, 'a gift card', 'request'),
    near(10, 'a gift card', 'wouldyou'),
    near(14, 'a gift card', 'amount', 'you'),
    near(14, 'a gift card', 'forme', 'you'),
  ]),
  'trouble-named': wide(
    'Trouble and a sum',
    'money',
    2,
    [
      near(14, 'a trouble', 'amount', 'pay'),
      near(14, 'a trouble', 'amount', 'demand'),
      near(14, 'a trouble', 'large', 'canyou'),
      near(10, 'a trouble', 'to lend'),
    ],
    ['fair'],
  ),
  'account-used': wide(
    'Money that goes through the receiver',
    'money',
    3,
    [near(14, 'a mule', 'amount', 'you'), near(14, 'a mule', 'an account', 'you')],
    ['fair'],
  ),
  'company-paid': wide('Being kept by somebody', 'money', 3, [
    near(10, 'company for money', 'amount'),
    near(14, 'company for money', 'pay', 'you'),
  ]),
  'gain-named': wide('Gains and how to share in them', 'invest', 3, [
    near(14, 'a gain', 'amount', 'you'),
    near(10, 'a market', 'a mentor'),
    near(14, 'a market', 'amount', 'you'),
    near(10, 'a coin', 'request'),
    near(14, 'a coin', 'amount', 'you'),
    near(14, 'a mentor', 'amount', 'you'),
  ]),
  'papers-sent': wide(
    'Papers that are to be sent',
    'papers',
    2,
    [
      near(10, 'a paper', 'sendme'),
      near(14, 'a paper', 'amount', 'request'),
      near(14, 'a job', 'a paper', 'amount'),
    ],
    ['booking'],
  ),
  'work-named': wide('Work, with a condition', 'papers', 2, [
    near(14, 'a job', 'large', 'canyou'),
    near(14, 'a job', 'amount', 'sendme'),
    near(14, 'a job', 'a check of you', 'amount'),
  ]),
  'check-named': wide('Being checked, for a sum or on a site', 'site', 3, [
    near(14, 'a check of you', 'amount', 'you'),
    near(10, 'a check of you', 'spelt'),
  ]),
  'threat-named': wide('A threat and a sum', 'threat', 3, [
    near(14, 'a threat', 'amount', 'you'),
    near(14, 'a threat', 'amount', 'pay'),
  ]),
  'move-named': wide('Somewhere else, at once', 'move', 2, [
    near(14, 'a number', 'to come over', 'you'),
    near(10, 'an app', 'leaving here'),
    near(10, 'leaving here', 'to come over'),
    near(10, 'leaving here', 'request'),
  ]),
} as const satisfies Record<string, ScamRuleDefinition>

export const scamRules = {
  'other-app': rule('Moving to another app', 'move', 2, [
    near(7, 'app', 'move'),
    near(5, 'app', 'number'),
    near(14, 'app', 'rare', 'here'),
    near(14, 'app', 'private'),
    near(10, 'app', 'phone'),
  ]),
  'other-network': rule('Moving to a social network or to mail', 'move', 1, [
    near(6, 'social', 'move'),
    near(14, 'social', 'rare', 'here'),
    near(14, 'social', 'leave', 'here'),
  ]),
  'leaving-here': rule('Wanting to leave this site', 'move', 2, [
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
  ]),
  'phone-number': rule('A phone number', 'move', 2, [near(0, 'phone')]),
  'foreign-number': rule('A phone number of another country', 'move', 1, [near(0, 'abroad')]),
  'money-request': rule(
    'Asking for money',
    'money',
    3,
    [
      near(8, 'canyou', 'give', 'sum'),
      near(8, 'canyou', 'give', 'amount'),
      near(6, 'help', 'amount'),
      near(6, 'lend', 'money'),
      near(8, 'lend', 'sum'),
      near(8, 'canyou', 'lend', 'money'),
      near(6, 'wouldyou', 'give', 'cash'),
      near(8, 'remit', 'canyou', 'lend'),
      near(8, 'remit', 'sum'),
      near(8, 'canyou', 'fee', 'amount'),
    ],
    ['fair'],
  ),
  'money-trouble': rule('Trouble that money would end', 'money', 2, [
    near(24, 'trouble', 'help', 'amount'),
    near(24, 'trouble', 'help', 'money'),
    near(20, 'trouble', 'demand', 'amount', 'canyou'),
    near(24, 'trouble', 'demand', 'sum', 'you'),
    near(24, 'trouble', 'lend'),
    near(14, 'ineed', 'sum', 'trouble'),
    near(20, 'remit', 'trouble'),
    near(24, 'trouble', 'giveback', 'help'),
    near(24, 'trouble', 'gift', 'canyou'),
  ]),
  'money-back': rule(
    'Promising to pay back',
    'money',
    2,
    [
      near(20, 'giveback', 'canyou', 'amount'),
      near(20, 'giveback', 'help', 'amount'),
      near(20, 'giveback', 'lend'),
      near(20, 'giveback', 'gift'),
    ],
    ['fair'],
  ),
  'fee-first': rule('A fee that comes before a fortune, a parcel or a job', 'money', 3, [
    near(10, 'fee', 'amount', 'pay', 'canyou'),
    near(16, 'fee', 'amount', 'parcel', 'you'),
    near(20, 'fee', 'fortune', 'pay'),
    near(14, 'parcel', 'canyou', 'pay', 'you'),
    near(14, 'job', 'fee', 'amount'),
  ]),
  fortune: rule('A fortune that waits for the receiver', 'money', 3, [
    near(16, 'fortune', 'sum', 'you'),
    near(16, 'fortune', 'amount', 'you', 'fee'),
    near(20, 'fortune', 'share'),
    near(16, 'fortune', 'fee'),
    near(16, 'parcel', 'sum', 'your'),
    near(16, 'parcel', 'amount', 'you', 'demand'),
    near(16, 'parcel', 'fortune', 'you'),
  ]),
  'paid-company': rule('Paying for company', 'money', 3, [
    near(14, 'sugar', 'amount'),
    near(8, 'sugar', 'weekly'),
    near(14, 'sugar', 'account'),
    near(14, 'youraccount', 'weekly', 'sum'),
  ]),
  'money-mule': rule(
    'Using somebody’s account or address',
    'money',
    3,
    [
      near(14, 'youraccount', 'passon', 'amount'),
      near(10, 'youraccount', 'passon', 'share'),
      near(12, 'youraccount', 'passon', 'money'),
      near(14, 'youraccount', 'passon', 'percent'),
    ],
    ['fair'],
  ),
  'investment-offer': rule(
    'Offering an investment',
    'invest',
    3,
    [
      near(18, 'coin', 'teach', 'you'),
      near(16, 'invest', 'teach', 'you', 'profit'),
      near(16, 'invest', 'teach', 'you', 'amount'),
      near(12, 'profit', 'teach', 'you', 'percent'),
    ],
    ['advice'],
  ),
  'investment-gain': rule('Gains from an investment', 'invest', 3, [
    near(14, 'coin', 'profit'),
    near(12, 'invest', 'profit', 'amount'),
    near(12, 'invest', 'profit', 'percent'),
    near(6, 'percent', 'span'),
    near(10, 'coin', 'percent'),
    near(14, 'coin', 'span', 'amount'),
  ]),
  'gift-card': rule('Gift cards and their codes', 'money', 3, [
    near(8, 'gift', 'forme'),
    near(10, 'gift', 'canyou', 'give'),
    near(12, 'gift', 'code', 'request'),
    near(14, 'gift', 'giveback'),
  ]),
  'card-code': rule('The code of a card', 'money', 1, [near(6, 'code', 'request')]),
  passwords: rule('Passwords, codes and log-ins', 'papers', 3, [
    near(7, 'request', 'password'),
    near(12, 'request', 'otp', 'sent', 'you'),
  ]),
  'bank-details': rule('Bank and card details', 'papers', 1, [near(8, 'request', 'account')], ['fair']),
  'identity-papers': rule(
    'Identity papers',
    'papers',
    3,
    [near(7, 'request', 'your', 'paper'), near(9, 'sendme', 'paper')],
    ['booking'],
  ),
  'work-offer': rule('Work or papers that somebody can arrange', 'papers', 3, [
    near(16, 'job', 'amount', 'you'),
    near(16, 'job', 'paper', 'request'),
    near(16, 'job', 'account'),
    near(16, 'job', 'password'),
  ]),
  'site-address': rule('The address of a site', 'site', 1, [near(0, 'site')]),
  'spelt-address': rule('The address of a site, spelt out', 'site', 3, [near(0, 'spelt')]),
  'site-check': rule('Having to be verified on a site', 'site', 3, [
    near(18, 'site', 'verify'),
    near(8, 'linkword', 'verify'),
    near(14, 'verify', 'account', 'you'),
  ]),
  'site-visit': rule('Being sent to a site', 'site', 1, [
    near(14, 'site', 'visit'),
    near(8, 'linkword', 'visit'),
  ]),
  threat: rule('Threatening to expose somebody', 'threat', 4, [near(14, 'hurt', 'threat')]),
  ...wideRules,
  disguise: rule('Words in disguise', 'manner', 3, [near(0, 'disguised')]),
  plea: rule('Pleading, beside another sign', 'manner', 1, [near(0, 'plea')]),
  pressure: rule('Haste and secrecy, beside another sign', 'manner', 1, [near(0, 'press')]),
  'far-away': rule('Being far away or widowed, beside another sign', 'manner', 1, [near(0, 'faraway')]),
  'worded-slightly': wording('Worded a little as scams are', 1),
  'worded-rather': wording('Worded rather as scams are', 2),
  'worded-likely': wording('Worded as scams are', 3),
  'worded-clearly': wording('Worded much as scams are', 5),
  'same-opening': rule('The same first words to many people', 'spread', 2, []),
} as const satisfies Record<string, ScamRuleDefinition>

export type RuleKey = keyof typeof scamRules
export const ruleKeys = Object.keys(scamRules) as RuleKey[]
export const isRuleKey = (key: string): key is RuleKey => Object.hasOwn(scamRules, key)
