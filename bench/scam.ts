// `npm run bench:scam [tuning|blind]`: the scam shield on talk that its rules and weights were tuned on, or on the
// halves that have not been read (scam-town/README.md): questions, warnings and restrictions of ordinary members, scammers
// found, victims flagged, each rule, fairness, and the cost of a message. `blind` is run once, when nothing changes any
// more, and never prints what was judged wrongly: rules fixed with its help would make its results worthless. It fails
// if a result misses a target.
import { judge, restrictsInAll } from '../server/src/features/safety/scam-signs/judge'
import { readSigns } from '../server/src/features/safety/scam-signs/read-signs'
import { type RuleKey, ruleKeys } from '../server/src/features/safety/scam-signs/rules'
import { earlierThan, judgeConversation } from './judge-conversation'
import { scamMetrics, timed, wilson } from './scam-metrics'
import {
  authorOf,
  type Conversation,
  inARow,
  readBlindTown,
  readCrowd,
  readFresh,
  readGuests,
  readStrangers,
  readTexts,
  readTown,
} from './scam-town/read-town'
import { type Style, styles } from './scam-town/restyle'

const blind = process.argv[2] === 'blind'
const texts = readTexts(blind)
const sets: Record<string, Conversation[]> = {
  town: blind ? readTown('second-half') : [...readTown('first-half'), ...readTown('practice')],
  strangers: readStrangers(blind),
  crowd: readCrowd(blind),
}
if (!blind) Object.assign(sets, { voices: readTown('voices'), fresh: readFresh(), ...readGuests() })
for (const one of blind ? readBlindTown() : readTown('authors')) {
  sets[authorOf(one)] ??= []
  sets[authorOf(one)]?.push(one)
}
const everything = Object.values(sets).flat()
const NOTHING = { sent: 0, received: 0, age: 0, mine: [], theirs: [] }
const asks = (text: string) => judge(readSigns(text), NOTHING).ask
const missed: string[] = []

function row(name: string, part: number, of: number, per: number, holds?: boolean): void {
  const { low, high } = wilson(part, of)
  const unit = per === 100 ? ' %' : per === 1000 ? ' per 1,000' : ''
  const digits = per === 1 ? 3 : 2
  const rate = `${((part / of) * per).toFixed(digits)}${unit}`
  const range = `${(low * per).toFixed(digits)} to ${(high * per).toFixed(digits)}`
  if (holds === false) missed.push(name)
  const mark = holds === undefined ? '    ' : holds ? 'ok  ' : 'NOT '
  console.log(`${mark} ${name.padEnd(52)} ${`${part} of ${of}`.padEnd(14)} ${rate.padEnd(16)} (${range})`)
}

/** Questions, warnings and scammers found in one set of conversations. */
function reportSet(name: string, town: readonly Conversation[]): void {
  const metrics = scamMetrics(town, (messages) => judgeConversation(messages))
  const { caught, scams, ordinary, conversations, victims, medianMessage, medianFromTopic } = metrics
  console.log(`\n${name}: ${town.length} conversations`)
  row(
    'ordinary messages asked about',
    ordinary.asked,
    ordinary.of,
    100,
    ordinary.asked <= ordinary.of * 0.001,
  )
  row(
    'ordinary conversations warned about',
    conversations.warned,
    conversations.of,
    1000,
    conversations.warned <= conversations.of * 0.005,
  )
  row('scammers warned about (step 2)', caught, scams, 1, caught >= scams * 0.9)
  row('victims asked or warned about', victims.flagged, victims.of, 1, victims.flagged === 0)
  if (medianMessage > 4) missed.push('median message')
  console.log(
    `${medianMessage <= 4 ? 'ok  ' : 'NOT '} median message that leads to a warning: ${medianMessage}, from the topic on: ${medianFromTopic}`,
  )
  for (const [script, share] of Object.entries(metrics.perScript))
    row(`  ${script}`, share.caught, share.of, 1)
  if (!blind && process.argv.includes('wrong')) for (const line of metrics.wrong) console.log(`     ${line}`)
}

/** Ordinary messages: those of real texts, and of ordinary conversations. */
const ordinary = [
  ...texts,
  ...everything.flatMap(({ label, messages }) =>
    label === 'innocent' ? messages.map(({ text }) => text) : [],
  ),
]

/** The signs of each message, with its sender's earlier ones, by whether its sender is a scammer. */
const signsOf = (conversation: Conversation): { isScam: boolean; signs: RuleKey[] }[] => {
  const messages = timed(conversation)
  return messages.map(({ from, text }, at) => ({
    isScam: from === conversation.scammer,
    signs: readSigns(text, earlierThan(messages, at)),
  }))
}

/** Each rule on its own: messages of scammers and of everybody else with its sign. */
function reportRules(): void {
  const hits = new Map<RuleKey, { scam: number; ordinary: number }>(
    ruleKeys.map((key) => [key, { scam: 0, ordinary: 0 }]),
  )
  const all = [
    ...everything.flatMap(signsOf),
    ...texts.map((text) => ({ isScam: false, signs: readSigns(text) })),
  ]
  for (const { isScam, signs } of all)
    for (const key of signs) {
      const count = hits.get(key)
      if (count) count[isScam ? 'scam' : 'ordinary'] += 1
    }
  const scams = all.filter(({ isScam }) => isScam).length
  console.log(
    `\nrules: signs in ${scams} messages of scammers and ${all.length - scams} of others (who reply to scammers too), precision`,
  )
  for (const [key, { scam, ordinary: other }] of hits)
    if (scam + other > 0) {
      const { low, high } = wilson(scam, scam + other)
      const range = `${(scam / (scam + other)).toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
      console.log(
        `     ${key.padEnd(20)} ${String(scam).padStart(5)} ${String(other).padStart(5)}   ${range}`,
      )
    }
}

const LENGTHS = [5, 10, 20, 40, Number.POSITIVE_INFINITY]
const wordsOf = (text: string) => text.split(/\s+/).length
/** By the length as written, so that all styles of a message are in one group. */
const bucketOf = (text: string) => LENGTHS.findIndex((most) => wordsOf(text) <= most)
const MOST_UNFAIR = 1.5

/** The same messages in each style: questions by length and style. */
function reportFairness(): void {
  console.log('\nfairness: the same ordinary messages in four styles, asked about, by words')
  const names = Object.keys(styles) as Style[]
  const rates = names.map((style) => {
    const asked = LENGTHS.map(() => 0)
    for (const [n, text] of ordinary.entries()) {
      const bucket = bucketOf(text)
      if (asks(styles[style](text, n))) asked[bucket] = (asked[bucket] ?? 0) + 1
    }
    return asked
  })
  const of = LENGTHS.map((_, bucket) => ordinary.filter((text) => bucketOf(text) === bucket).length)
  for (const [n, style] of names.entries()) {
    for (const [bucket, most] of LENGTHS.entries())
      row(
        `${style}, ${most === Number.POSITIVE_INFINITY ? 'more' : `up to ${most} words`}`,
        rates[n]?.[bucket] ?? 0,
        of[bucket] ?? 0,
        100,
      )
    row(
      `${style}, all`,
      (rates[n] ?? []).reduce((sum, one) => sum + one, 0),
      ordinary.length,
      100,
    )
  }
  const totals = rates.map((asked) => asked.reduce((sum, one) => sum + one, 0))
  for (const [name, counts] of [
    ['all lengths', totals],
    ...LENGTHS.map(
      (most, bucket) => [`up to ${most} words`, rates.map((asked) => asked[bucket] ?? 0)] as const,
    ),
  ] as const) {
    const [most, least] = [Math.max(...counts), Math.min(...counts)]
    // Between 2 and 3 of thousands there is no difference; one more message is always allowed.
    const holds = most <= Math.max(least * MOST_UNFAIR, least + 1)
    if (!holds) missed.push('fairness')
    console.log(`${holds ? 'ok  ' : 'NOT '} most and least asked style, ${name}: ${most} and ${least}`)
  }
}

const MEMBERS = 1000
const [PEOPLE, MESSAGES] = [10, 10]

/** Members who write ten messages to each of ten people, drawn from a list of ordinary messages, without replies. */
function reportMembers(name: string, from: readonly string[], hasTarget: boolean): void {
  let seed = 34
  const draw = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return from[Math.floor((seed / 2 ** 32) * from.length)] ?? ''
  }
  let [restricted, warned] = [0, 0]
  for (let member = 0; member < MEMBERS; member++) {
    const conversations = Array.from({ length: PEOPLE }, () => {
      const messages = Array.from({ length: MESSAGES }, (_, n) => ({ from: 'a', ts: n * 60, text: draw() }))
      const judged = judgeConversation(messages)
      const keys = judged.flatMap(({ counted }) => counted)
      const step = Math.max(...judged.map((one) => (one.counted.length > 0 ? one.step : 0)))
      return { keys, recent: keys, isWarned: step >= 2, step }
    })
    if (conversations.some(({ step }) => step === 3) || restrictsInAll(conversations)) restricted += 1
    if (conversations.some(({ isWarned }) => isWarned)) warned += 1
  }
  console.log(`\n${MEMBERS} members, ${MESSAGES} messages to each of ${PEOPLE} people, ${name}`)
  const holds = hasTarget ? restricted <= MEMBERS * 0.001 : undefined
  row('members restricted (step 3)', restricted, MEMBERS, 1000, holds)
  row('members warned about at least once', warned, MEMBERS, 1000)
}

const [WARM_UP, ROUNDS] = [5, 20]
/** CPU time per message, because wall-clock time would include other load. */
function reportTime(): void {
  const conversations = everything.map(timed)
  const judgeAll = () => conversations.forEach((conversation) => void judgeConversation(conversation))
  for (let round = 0; round < WARM_UP; round++) judgeAll()
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) judgeAll()
  const { user, system } = process.cpuUsage(before)
  const milliseconds = (user + system) / 1000 / (ROUNDS * conversations.flat().length)
  if (milliseconds > 0.1) missed.push('time')
  console.log(`\n${milliseconds <= 0.1 ? 'ok  ' : 'NOT '} time per message: ${milliseconds.toFixed(4)} ms`)
}

console.log(`${blind ? 'blind' : 'tuning'} halves, 95 % confidence intervals`)
for (const [name, town] of Object.entries(sets)) reportSet(name, town)
if (texts.length > 0) {
  console.log('\nreal text messages')
  const asked = texts.filter(asks).length
  row('ordinary messages asked about', asked, texts.length, 100, asked <= texts.length * 0.001)
  const consecutive = scamMetrics(inARow(texts), (messages) => judgeConversation(messages)).ordinary
  row(
    '  eight consecutive ones',
    consecutive.asked,
    consecutive.of,
    100,
    consecutive.asked <= consecutive.of * 0.001,
  )
}
reportSet('all', everything)
if (texts.length > 0) reportMembers('real text messages', texts, true)
reportMembers('with every second one about money, apps or documents', ordinary, true)
reportRules()
reportFairness()
reportTime()
if (missed.length > 0) {
  console.log(`\nmissed: ${missed.join(', ')}`)
  process.exitCode = 1
}
