import { near, type ScamRule, wide } from './scam-rule'

/**
 * By classes of words instead of phrases, so that they find what nobody has thought of. Each by itself is little: people
 * who know each other name sums, fees and papers too. So they need the wording's consent (read-signs.ts), and those that
 * ordinary people fit more often weigh less.
 */
export const wideRules = {
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
} as const satisfies Record<string, ScamRule>
