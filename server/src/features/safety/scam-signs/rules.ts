import type { Finding } from './find-topics'

/** A sign counts against the member who first brought up its subject, never against the one who replies. */
type Subject =
  | 'move'
  | 'money'
  | 'invest'
  | 'papers'
  | 'pictures'
  | 'site'
  | 'threat'
  | 'follow'
  | 'manner'
  | 'spread'
  | 'wording'

export interface Pattern {
  /** All of these, within `within` words of each other. */
  all: readonly Finding[]
  within: number
}

export interface ScamRuleDefinition {
  /** For the admin page. */
  label: string
  subject: Subject
  weight: number
  /** Points for each of the next two times. */
  again: number
  /** Any of these. */
  patterns: readonly Pattern[]
  /** Applies only if no narrower rule of its subject matches the message. */
  isWide?: boolean
  /** Only names its subject, so it applies only with scam-like wording and if no other rule of the subject matches. */
  isNamed?: boolean
  /** Does not apply if the message contains one of these. */
  unless?: readonly Finding[]
}

export const near = (within: number, ...all: Finding[]): Pattern => ({ all, within })
const rule = (
  label: string,
  subject: Subject,
  weight: number,
  patterns: readonly Pattern[],
  unless?: readonly Finding[],
): ScamRuleDefinition => ({ label, subject, weight, again: 1, patterns, unless })
/** Does not repeat a narrower rule of the same subject. */
const wide = (...given: Parameters<typeof rule>): ScamRuleDefinition => ({ ...rule(...given), isWide: true })
const named = (label: string, subject: Subject, any: readonly Finding[]): ScamRuleDefinition => ({
  ...rule(
    label,
    subject,
    1,
    any.map((one) => near(0, one)),
  ),
  isNamed: true,
})
/** Learnt (talk.ts). It says nothing new when it is found again. */
const talk = (label: string, subject: Subject): ScamRuleDefinition => ({
  ...rule(label, subject, 5, []),
  again: 0,
})
/** Learnt (wording.ts). More wording of the same kind counts again. */
const wording = (label: string, weight: number): ScamRuleDefinition => ({
  label,
  subject: 'wording',
  weight,
  again: Math.min(weight, 3),
  patterns: [],
})

/**
 * These match word classes instead of phrases, so that they also find new wording. Alone they mean little, because
 * people who know each other also name sums, fees and documents. So they only count with suspicious wording
 * (read-signs.ts), and the rules that ordinary people match more often weigh less.
 */
const wideRules = {
  'sum-asked': wide(
    'Asking the receiver to do something about a sum of money',
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
    'A fee, duty or deposit with an amount',
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
  'fortune-named': wide(
    'A fortune within reach',
    'money',
    2,
    [
      near(10, 'a fortune', 'you'),
      near(14, 'a fortune', 'amount', 'pay'),
      near(14, 'a fortune', 'amount', 'demand'),
    ],
    ['film'],
  ),
  'card-wanted': wide('Asking someone to get a gift card', 'money', 3, [
    near(10, 'a gift card', 'canyou'),
    near(10, 'a gift card', 'request'),
    near(10, 'a gift card', 'wouldyou'),
    near(14, 'a gift card', 'amount', 'you'),
    near(14, 'a gift card', 'forme', 'you'),
  ]),
  'trouble-named': wide(
    'Trouble and a sum of money',
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
    'Passing money through the receiver',
    'money',
    3,
    [near(14, 'a mule', 'amount', 'you'), near(14, 'a mule', 'an account', 'you')],
    ['fair'],
  ),
  'company-paid': wide('Being paid for company', 'money', 3, [
    near(10, 'company for money', 'amount'),
    near(14, 'company for money', 'pay', 'you'),
  ]),
  'gain-named': wide('Profits and how to share in them', 'invest', 3, [
    near(14, 'a gain', 'amount', 'you'),
    near(10, 'a market', 'a mentor'),
    near(14, 'a market', 'amount', 'you'),
    near(10, 'a coin', 'request'),
    near(14, 'a coin', 'amount', 'you'),
    near(14, 'a mentor', 'amount', 'you'),
  ]),
  'papers-sent': wide(
    'Asking for documents',
    'papers',
    2,
    [
      near(10, 'a paper', 'sendme'),
      near(14, 'a paper', 'amount', 'request'),
      near(14, 'a job', 'a paper', 'amount'),
    ],
    ['booking'],
  ),
  'work-named': wide('A job with a condition', 'papers', 2, [
    near(14, 'a job', 'large', 'canyou'),
    near(14, 'a job', 'amount', 'sendme'),
    near(14, 'a job', 'a check of you', 'amount'),
  ]),
  'site-form': wide('Registering on another site', 'site', 3, [near(18, 'a check of you', 'site')]),
  'check-named': wide('A check for a fee or on a site', 'site', 3, [
    near(14, 'a check of you', 'amount', 'you'),
    near(10, 'a check of you', 'spelt'),
  ]),
  'threat-named': wide('A threat and a sum of money', 'threat', 3, [
    near(14, 'a threat', 'amount', 'you'),
    near(14, 'a threat', 'amount', 'pay'),
  ]),
  'move-named': wide('Moving elsewhere right away', 'move', 2, [
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
  'other-network': rule('Moving to a social network or to email', 'move', 1, [
    near(6, 'social', 'move'),
    near(14, 'social', 'rare', 'here'),
    near(14, 'social', 'leave', 'here'),
  ]),
  'leaving-here': rule('Wanting to leave this site', 'move', 2, [
    near(18, 'app', 'rare', 'here'),
    near(18, 'app', 'leave', 'here'),
    near(18, 'phone', 'rare', 'here'),
    near(18, 'phone', 'leave', 'here'),
    near(18, 'social', 'leave', 'here'),
    near(16, 'move', 'number', 'leave', 'here'),
    near(14, 'private', 'app'),
    near(14, 'private', 'phone'),
    near(14, 'private', 'number', 'move'),
  ]),
  'contact-handle': rule('The name of an account elsewhere', 'move', 1, [
    near(14, 'app', 'handle'),
    near(14, 'social', 'handle'),
  ]),
  'phone-number': rule('A phone number', 'move', 2, [near(0, 'phone')]),
  'foreign-number': rule('A foreign phone number', 'move', 1, [near(0, 'abroad')]),
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
    ['fair', 'offers'],
  ),
  'money-plight': rule(
    'Money needed because of a plight, with a request',
    'money',
    3,
    [
      near(40, 'plight', 'amount', 'begs'),
      near(40, 'lack', 'amount', 'begs'),
      near(30, 'plight', 'lack', 'begs'),
      near(30, 'plight', 'lack', 'large'),
      near(14, 'plight', 'amount', 'payorder'),
    ],
    ['fair', 'offers'],
  ),
  'money-rescue': rule(
    'A sum that is missing because of a plight',
    'money',
    5,
    [near(40, 'plight', 'lack', 'large', 'begs')],
    ['fair', 'offers'],
  ),
  'no-way-back': rule(
    'A sum in gift cards, crypto or by wire',
    'money',
    5,
    [near(12, 'untraceable', 'large', 'insist')],
    ['fair', 'offers', 'payer'],
  ),
  'official-claim': rule(
    'A fortune, fee or parcel in officialese',
    'money',
    4,
    [near(30, 'official', 'large', 'is released', 'you'), near(30, 'official', 'sum', 'is released', 'you')],
    ['film', 'offers'],
  ),
  'money-trouble': rule(
    'Trouble that money would solve',
    'money',
    2,
    [
      near(24, 'trouble', 'help', 'amount'),
      near(24, 'trouble', 'help', 'money'),
      near(20, 'trouble', 'demand', 'amount', 'canyou'),
      near(24, 'trouble', 'demand', 'sum', 'you'),
      near(24, 'trouble', 'lend'),
      near(14, 'ineed', 'sum', 'trouble'),
      near(20, 'remit', 'trouble'),
      near(24, 'trouble', 'giveback', 'help'),
      near(24, 'trouble', 'gift', 'canyou'),
    ],
    ['offers'],
  ),
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
  'fee-first': rule('A fee before a fortune, a parcel or a job', 'money', 3, [
    near(10, 'fee', 'amount', 'pay', 'canyou'),
    near(16, 'fee', 'amount', 'parcel', 'you'),
    near(20, 'fee', 'fortune', 'pay'),
    near(14, 'parcel', 'canyou', 'pay', 'you'),
    near(14, 'job', 'fee', 'amount'),
  ]),
  fortune: rule(
    'A fortune waiting for the receiver',
    'money',
    3,
    [
      near(16, 'fortune', 'sum', 'you'),
      near(16, 'fortune', 'amount', 'you', 'fee'),
      near(20, 'fortune', 'share'),
      near(16, 'fortune', 'fee'),
      near(16, 'parcel', 'sum', 'your'),
      near(16, 'parcel', 'amount', 'you', 'demand'),
      near(16, 'parcel', 'fortune', 'you'),
    ],
    ['film'],
  ),
  'paid-company': rule('Paying for company', 'money', 3, [
    near(14, 'sugar', 'amount'),
    near(8, 'sugar', 'weekly'),
    near(12, 'sugar', 'a payment service'),
    near(14, 'sugar', 'account'),
    near(14, 'youraccount', 'weekly', 'sum'),
  ]),
  'money-mule': rule(
    'Using someone’s account or address',
    'money',
    3,
    [
      near(14, 'youraccount', 'passon', 'amount'),
      near(10, 'youraccount', 'passon', 'share'),
      near(12, 'youraccount', 'passon', 'money'),
      near(14, 'youraccount', 'passon', 'percent'),
      near(20, 'cheque', 'surplus', 'you'),
    ],
    ['fair'],
  ),
  'investment-offer': rule(
    'Offering an investment',
    'invest',
    3,
    [
      near(10, 'coin', 'teach', 'you'),
      near(16, 'invest', 'teach', 'you', 'profit'),
      near(16, 'invest', 'teach', 'you', 'amount'),
      near(12, 'profit', 'teach', 'you', 'percent'),
    ],
    ['advice'],
  ),
  'investment-grew': rule(
    'Money that grew, and how to share in it',
    'invest',
    3,
    [near(30, 'grew', 'invite'), near(30, 'grew', 'large', 'you')],
    ['film', 'offers'],
  ),
  'investment-gain': rule(
    'Profits from an investment',
    'invest',
    3,
    [
      near(14, 'coin', 'profit'),
      near(12, 'invest', 'profit', 'amount'),
      near(12, 'invest', 'profit', 'percent'),
      near(6, 'percent', 'span'),
      near(10, 'coin', 'percent'),
      near(14, 'coin', 'span', 'amount', 'you'),
    ],
    ['advice', 'counter'],
  ),
  'gift-card': rule('Gift cards and their codes', 'money', 3, [
    near(8, 'gift', 'forme'),
    near(10, 'gift', 'canyou', 'give'),
    near(12, 'gift', 'code', 'request'),
    near(14, 'gift', 'giveback'),
    near(14, 'a gift card', 'code', 'request'),
    near(6, 'a gift card', 'forme', 'amount'),
  ]),
  'card-code': rule('A card’s code', 'money', 1, [near(6, 'code', 'request')], ['doorcode']),
  passwords: rule(
    'Passwords, codes and logins',
    'papers',
    3,
    [near(7, 'request', 'password'), near(12, 'request', 'otp', 'sent', 'you')],
    ['doorcode'],
  ),
  'bank-details': rule(
    'Bank and card details',
    'papers',
    1,
    [near(8, 'request', 'account')],
    ['fair', 'offers'],
  ),
  'identity-papers': rule(
    'Identity documents',
    'papers',
    3,
    [near(7, 'request', 'your', 'paper'), near(9, 'sendme', 'paper')],
    ['booking'],
  ),
  'papers-together': rule(
    'Several documents of the receiver',
    'papers',
    3,
    [near(16, 'idpaper', 'secondpaper', 'your'), near(16, 'idpaper', 'secondpaper', 'sendme')],
    ['booking', 'offers'],
  ),
  'work-offer': rule('Arranging work or documents', 'papers', 3, [
    near(16, 'job', 'amount', 'you'),
    near(16, 'job', 'paper', 'request'),
    near(16, 'job', 'account'),
    near(16, 'job', 'password'),
  ]),
  'site-address': rule('A web address', 'site', 1, [near(0, 'site')]),
  'spelt-address': rule('A web address, spelt out', 'site', 3, [near(0, 'spelt')]),
  'site-check': rule('Having to verify on another site', 'site', 3, [
    near(18, 'site', 'verify'),
    near(8, 'linkword', 'verify'),
    near(14, 'verify', 'account', 'you'),
  ]),
  'site-visit': rule('Being sent to another site', 'site', 1, [
    near(14, 'site', 'visit'),
    near(8, 'linkword', 'visit'),
  ]),
  'intimate-pictures': rule('Asking for intimate pictures or video', 'pictures', 5, [
    near(8, 'intimate', 'picture', 'showme'),
    near(5, 'intimate', 'showit'),
  ]),
  'text-code': rule(
    'Asking for a code that arrives by text message',
    'papers',
    5,
    [near(18, 'text code', 'arrives', 'tell it')],
    ['offers', 'doorcode'],
  ),
  'account-swap': rule('Signing in with another person’s account', 'papers', 5, [
    near(14, 'signs out', 'signs in as me'),
  ]),
  threat: rule('Threatening to expose someone', 'threat', 5, [
    near(14, 'hurt', 'threat'),
    near(20, 'haveyours', 'hurt', 'large'),
  ]),
  'parts-money': rule('A request for money over several messages', 'money', 5, []),
  'parts-money-hint': { ...rule('A hint at money over several messages', 'money', 2, []), again: 0 },
  'parts-code': rule('A request for a code over several messages', 'papers', 5, []),
  'parts-card': rule('A request for a gift card over several messages', 'money', 5, []),
  'parts-gains': rule('An investment offered over several messages', 'invest', 5, []),
  'parts-parcel': rule('A fortune or parcel that is held, over several messages', 'money', 5, []),
  'parts-mule': rule('Passing on money, over several messages', 'money', 5, []),
  'parts-threat': rule('A threat over several messages', 'threat', 5, []),
  'parts-check': rule('A check before meeting, over several messages', 'site', 5, []),
  'parts-company': rule('Paying for company, over several messages', 'money', 5, []),
  'parts-papers': rule('Documents for work, over several messages', 'papers', 5, []),
  'parts-goods': rule('Paying ahead for something unseen, over several messages', 'money', 5, []),
  'parts-pictures': rule('Asking for intimate pictures over several messages', 'pictures', 5, []),
  'parts-move': rule('Moving elsewhere, over several messages', 'move', 5, []),
  'talk-money': talk('Talk of money that looks like a scam', 'money'),
  'talk-invest': talk('Talk of investments that looks like a scam', 'invest'),
  'talk-papers': talk('Talk of codes, documents or work that looks like a scam', 'papers'),
  'talk-pictures': talk('Talk of intimate pictures that looks like a scam', 'pictures'),
  'talk-site': talk('Talk of a check or another site that looks like a scam', 'site'),
  'talk-threat': talk('A threat in talk that looks like a scam', 'threat'),
  'talk-move': talk('Talk of another channel that looks like a scam', 'move'),
  'follow-up': rule('Coming back to a request', 'follow', 2, [near(0, 'follow up')]),
  pressing: rule('Pressing after a request', 'follow', 3, [near(0, 'presses')]),
  reassurance: rule('Reassuring or pressing after a request', 'follow', 2, [near(0, 'reassures')]),
  ...wideRules,
  'money-named': named('Money, in scam-like wording', 'money', [
    'sum',
    'large',
    'a payment service',
    'a gift card',
    'to lend',
    'to give back',
    'a fee',
    'a parcel',
    'a fortune',
    'a mule',
    'company for money',
  ]),
  'gains-named': named('Investments, in scam-like wording', 'invest', [
    'a coin',
    'a market',
    'a gain',
    'a mentor',
  ]),
  'papers-named': named('Documents, codes or work, in scam-like wording', 'papers', [
    'a paper',
    'a secret',
    'an account',
    'a job',
  ]),
  'site-named': named('Another site, in scam-like wording', 'site', ['a check of you', 'site', 'linkword']),
  'threat-hinted': named('A threat, in scam-like wording', 'threat', ['a threat']),
  'channel-named': named('Another channel, in scam-like wording', 'move', [
    'an app',
    'a network',
    'phone',
    'leaving here',
  ]),
  disguise: rule('Disguised words', 'manner', 3, [near(0, 'disguised')]),
  plea: rule('Pleading, with another sign', 'manner', 1, [near(0, 'plea')]),
  pressure: rule('Haste or secrecy, with another sign', 'manner', 1, [near(0, 'press')]),
  'far-away': rule('Being far away or widowed, with another sign', 'manner', 1, [near(0, 'faraway')]),
  'worded-slightly': wording('Slightly scam-like wording', 1),
  'worded-rather': wording('Somewhat scam-like wording', 2),
  'worded-likely': wording('Scam-like wording', 3),
  'worded-clearly': wording('Very scam-like wording', 5),
  'same-opening': rule('The same first message to many people', 'spread', 2, []),
} as const satisfies Record<string, ScamRuleDefinition>

export type RuleKey = keyof typeof scamRules
export const ruleKeys = Object.keys(scamRules) as RuleKey[]
export const isRuleKey = (key: string): key is RuleKey => Object.hasOwn(scamRules, key)
