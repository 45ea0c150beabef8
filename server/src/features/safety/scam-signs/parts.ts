import { areNear, type Finding, type FindingPlaces } from './find-topics'
import { near, type Pattern, type RuleKey } from './rules'

const anyOf = (...found: Finding[]): Pattern[] => found.map((one) => near(0, one))

/**
 * The parts of requests that somebody spreads over several short messages: "Card got blocked", "Hotel wants 340", "Can
 * you help me out". Each is ordinary on its own. Any pattern of a part is enough for it, within one message.
 */
const parts = {
  // Money
  asks: [near(5, 'canyou', 'give'), ...anyOf('asks softly')],
  sum: [near(4, 'amount', 'owed first'), near(2, 'amount', 'price'), ...anyOf('large', 'sum')],
  plight: anyOf('mishap', 'plight', 'good cause', 'demands it'),
  lack: [near(5, 'means', 'stopped'), near(2, 'i have', 'amount'), ...anyOf('lack', 'runs short')],
  channel: anyOf('pays through', 'giveback', 'untraceable'),
  service: anyOf('a payment service', 'untraceable', 'a gift card'),
  promise: anyOf('giveback'),
  begging: anyOf('begs plainly', 'asks softly'),
  dire: anyOf('dire'),
  pity: anyOf('asks for pity'),
  noReturn: anyOf('untraceable'),
  recovery: anyOf('money recovered'),
  // Codes
  code: anyOf('text code', 'code word'),
  arrives: anyOf('arrives', 'code comes'),
  toPhone: anyOf('to your phone'),
  tell: anyOf('tell it', 'read it out'),
  locked: anyOf('shut out'),
  // Gift cards
  card: anyOf('gift', 'a shop card', 'a gift card'),
  errand: [near(6, 'canyou', 'go and get'), ...anyOf('forme', 'insist')],
  digits: [near(6, 'code', 'request'), near(6, 'picture', 'a shop card'), ...anyOf('card digits')],
  // Investments
  market: anyOf('coin', 'a coin', 'trading'),
  gains: [near(4, 'percent', 'span'), near(5, 'made it', 'large'), ...anyOf('grew', 'earns')],
  guide: anyOf('leads you', 'a mentor'),
  // Fortunes and parcels
  treasure: anyOf('parcel', 'fortune', 'treasure'),
  held: anyOf('held back', 'fee'),
  receiver: anyOf('your side'),
  // Other people's money
  account: anyOf('youraccount', 'a local account', 'an account'),
  payments: anyOf('their payments'),
  passOn: anyOf('pass along', 'a mule'),
  company: anyOf('company for money', 'sugar'),
  regular: anyOf('large', 'weekly'),
  // Threats and pictures
  recorded: anyOf('has yours', 'haveyours'),
  others: anyOf('others see', 'hurt'),
  price: anyOf('large', 'pay me', 'threat'),
  bare: anyOf('bare', 'intimate'),
  undress: anyOf('undressing', 'intimate'),
  display: anyOf('shown'),
  trade: anyOf('your turn first'),
  coax: anyOf('coaxes'),
  camera: anyOf('on camera', 'picture'),
  show: anyOf('show it'),
  // Checks, jobs and goods
  pass: anyOf('a pass'),
  proof: anyOf('proof first'),
  registers: anyOf('registers'),
  cardNamed: anyOf('a bank card'),
  gig: anyOf('a gig'),
  ritual: anyOf('a ritual'),
  secret: anyOf('tell nobody'),
  meet: anyOf('to meet'),
  keeper: anyOf('site', 'a keeper', 'a gift card'),
  job: anyOf('task pay'),
  topUp: anyOf('fill up', 'joining cost'),
  papers: anyOf('a paper', 'a secret', 'account'),
  goods: anyOf('unseen goods'),
  unseen: anyOf('cannot view'),
  ahead: anyOf('pay ahead'),
  // Another channel
  elsewhere: anyOf('app', 'social', 'phone', 'handle'),
  leaving: anyOf('off this site', 'private'),
  comeOver: anyOf('comes there'),
} as const satisfies Record<string, readonly Pattern[]>
type Part = keyof typeof parts
const partKeys = Object.keys(parts) as Part[]

interface SpreadRequest {
  rule: RuleKey
  all: readonly Part[]
  /** And this many of these. */
  some?: { parts: readonly Part[]; needs: number }
  unless?: readonly Finding[]
}

/** Talk of scams, of the household and of paying somebody. */
const HARMLESS: readonly Finding[] = ['payer', 'settled', 'warns you', 'household']

const spreadRequests: readonly SpreadRequest[] = [
  { rule: 'parts-money-hint', all: ['sum', 'plight', 'lack'], unless: ['fair'] },
  {
    rule: 'parts-money',
    all: ['asks', 'sum'],
    some: { parts: ['plight', 'lack', 'channel'], needs: 2 },
    unless: ['fair'],
  },
  {
    rule: 'parts-money',
    all: ['sum', 'plight'],
    some: { parts: ['lack', 'service', 'promise', 'begging'], needs: 3 },
    unless: ['fair'],
  },
  { rule: 'parts-money', all: ['sum', 'dire', 'pity'], unless: ['fair', 'film'] },
  {
    rule: 'parts-money',
    all: ['sum', 'noReturn', 'pity'],
    some: { parts: ['plight', 'lack'], needs: 1 },
    unless: ['fair', 'film'],
  },
  { rule: 'parts-money', all: ['recovery', 'sum'], some: { parts: ['topUp', 'ahead', 'asks'], needs: 1 } },
  {
    rule: 'parts-money-hint',
    all: ['asks'],
    some: { parts: ['sum', 'plight', 'lack', 'channel'], needs: 2 },
    unless: ['fair'],
  },
  { rule: 'parts-code', all: ['code', 'arrives', 'tell', 'locked'], unless: ['way in'] },
  { rule: 'parts-code', all: ['code', 'toPhone', 'tell'], unless: ['way in', 'doorcode', 'counter'] },
  { rule: 'parts-card', all: ['card', 'errand', 'digits'] },
  { rule: 'parts-card', all: ['card', 'digits', 'sum'], some: { parts: ['pity', 'promise'], needs: 1 } },
  { rule: 'parts-gains', all: ['market', 'gains', 'guide'] },
  { rule: 'parts-parcel', all: ['treasure', 'held', 'receiver'] },
  { rule: 'parts-mule', all: ['account', 'payments', 'passOn'] },
  { rule: 'parts-threat', all: ['recorded', 'others', 'price'] },
  { rule: 'parts-check', all: ['pass', 'meet', 'keeper'] },
  {
    rule: 'parts-company',
    all: ['company', 'regular'],
    some: { parts: ['papers', 'channel', 'card', 'passOn', 'topUp'], needs: 1 },
  },
  { rule: 'parts-papers', all: ['job', 'sum', 'topUp'] },
  { rule: 'parts-goods', all: ['goods', 'unseen', 'ahead', 'sum'] },
  { rule: 'parts-pictures', all: ['bare', 'camera', 'show'] },
  { rule: 'parts-pictures', all: ['undress'], some: { parts: ['display', 'trade', 'coax'], needs: 2 } },
  { rule: 'parts-check', all: ['proof', 'registers', 'cardNamed'] },
  {
    rule: 'parts-papers',
    all: ['gig', 'sum'],
    some: { parts: ['papers', 'asks', 'topUp', 'pity', 'held'], needs: 2 },
  },
  {
    rule: 'parts-money',
    all: ['ritual', 'sum'],
    some: { parts: ['secret', 'asks', 'passOn', 'ahead'], needs: 1 },
  },
  { rule: 'parts-move', all: ['elsewhere', 'leaving', 'comeOver'], unless: ['stays'] },
]

const byFirstFinding = new Map<Finding, { key: Part; pattern: Pattern }[]>()
for (const key of partKeys)
  for (const pattern of parts[key]) {
    const first = pattern.all[0] as Finding
    byFirstFinding.set(first, [...(byFirstFinding.get(first) ?? []), { key, pattern }])
  }

/** The parts of requests that a message has. */
export function partsOf(places: FindingPlaces): Part[] {
  const found = new Set<Part>()
  for (const first of places.keys())
    for (const { key, pattern } of byFirstFinding.get(first) ?? [])
      if (!found.has(key) && areNear(places, pattern.all, pattern.within)) found.add(key)
  return [...found]
}

const isComplete = ({ all, some }: SpreadRequest, found: ReadonlySet<Part>): boolean =>
  all.every((part) => found.has(part)) &&
  (!some || some.parts.filter((part) => found.has(part)).length >= some.needs)

interface PartsOfMessage {
  places: FindingPlaces
  parts: readonly Part[]
}

/** The requests that a message completes. */
export function completedRequests(now: PartsOfMessage, earlier: readonly PartsOfMessage[]): RuleKey[] {
  const before = new Set(earlier.flatMap((one) => one.parts))
  const together = new Set([...before, ...now.parts])
  const messages = [...earlier, now]
  const says = (found: Finding) => messages.some(({ places }) => places.has(found))
  const completed = spreadRequests.filter(
    (request) => isComplete(request, together) && !isComplete(request, before) && !request.unless?.some(says),
  )
  if (completed.length === 0 || HARMLESS.some(says)) return []
  return [...new Set(completed.map(({ rule }) => rule))]
}
