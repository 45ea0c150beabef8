// `npm run bench:scam [first-half|practice]`: the scam shield's rules on the half of the labelled town that they were
// not written against (scam-town/README.md): who is warned about, how early, false questions, and the cost of a
// message. Fails if a result misses the specification. For the second half it never prints which conversations were
// judged wrongly, because rules that were fixed with their help would make its results worthless.
import { judgeConversation } from './judge-conversation'
import { type ScamMetrics, scamMetrics, timed } from './scam-metrics'
import { type Half, readTown } from './scam-town/read-town'

const HALVES: readonly Half[] = ['first-half', 'second-half', 'practice']
const half: Half = HALVES.find((name) => name === process.argv[2]) ?? 'second-half'
const WARM_UP = 10
const ROUNDS = 50
const town = readTown(half)

/** Milliseconds of CPU time per message, because wall-clock time would include other load. */
function timeOfMessage(): number {
  const conversations = town.map(timed)
  const judgeAll = () => conversations.forEach((conversation) => void judgeConversation(conversation))
  for (let round = 0; round < WARM_UP; round++) judgeAll()
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) judgeAll()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / (ROUNDS * conversations.flat().length)
}

/** The 95 % confidence interval (Wilson), because a hundred conversations are not many. */
function range(part: number, of: number): string {
  const z2 = 1.96 ** 2
  const share = part / of
  const middle = (share + z2 / (2 * of)) / (1 + z2 / of)
  const width = (1.96 * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of))) / (1 + z2 / of)
  return `${(middle - width).toFixed(2)} to ${Math.min(1, middle + width).toFixed(2)}`
}

function print(metrics: ScamMetrics, milliseconds: number): boolean[] {
  const { precision, recall, medianMessage, ordinary, victimsFlagged } = metrics
  const scripts = Object.values(metrics.perScript)
  const scams = scripts.reduce((total, { of }) => total + of, 0)
  const caught = scripts.reduce((total, share) => total + share.caught, 0)
  const asked = ordinary.asked / ordinary.of
  const rows: [name: string, seen: string, wanted: string, holds: boolean][] = [
    [
      'precision at step 2',
      `${precision.toFixed(3)} (${range(caught, caught / precision)})`,
      '≥ 0.95',
      precision >= 0.95,
    ],
    ['recall at step 2', `${recall.toFixed(3)} (${range(caught, scams)})`, '≥ 0.85', recall >= 0.85],
    ['message that leads to a warning, median', String(medianMessage), '≤ 4', medianMessage <= 4],
    [
      'ordinary messages asked about',
      `${ordinary.asked} of ${ordinary.of}, ${(asked * 100).toFixed(2)} %`,
      '< 0.1 %',
      asked < 0.001,
    ],
    ['victims’ replies flagged', String(victimsFlagged), '0', victimsFlagged === 0],
    ['time per message', `${milliseconds.toFixed(4)} ms`, '< 0.1 ms', milliseconds < 0.1],
  ]
  console.log(`${half}: ${town.length} conversations, ${scams} of them scams\n`)
  for (const [name, seen, wanted, holds] of rows)
    console.log(`${holds ? 'ok  ' : 'NOT '} ${name.padEnd(38)} ${seen.padEnd(26)} ${wanted}`)
  console.log('\nrecall by script')
  for (const [script, share] of Object.entries(metrics.perScript))
    console.log(`     ${script.padEnd(38)} ${share.caught} of ${share.of}`)
  return rows.map(([, , , holds]) => holds)
}

const metrics = scamMetrics(town, (messages) => judgeConversation(messages))
const holds = print(metrics, timeOfMessage())
if (half !== 'second-half') for (const line of metrics.wrong) console.log(line)
if (holds.includes(false)) process.exitCode = 1
