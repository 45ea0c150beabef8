import { splitWords } from './split-words'

/** Insults and slurs that nobody means kindly in a first message. */
const ALWAYS = new Set(
  (
    'slut sluts slutty whore whores skank bitch bitches cunt cunts retard retarded spastic faggot fag fags dyke tranny ' +
    'trannies nigger niggers nigga coon coons abo abos boong gook chink chinks paki pakis wog wogs raghead towelhead ' +
    'kike spic curry muncher currymuncher subhuman fatso fatty'
  ).split(' '),
)
/** Crude words about bodies and sex. */
const CRUDE = new Set(
  (
    'dick dicks cock cocks pussy pussies tits titties boobs nudes nude horny blowjob blowjobs handjob anal cum cumming ' +
    'fuck fucking fuckable suck sucking shag shagging root rooting bang'
  ).split(' '),
)
/** Next to these, crude words are about the receiver. */
const ABOUT_YOU = new Set('you your ur u yours me my'.split(' '))
/** Mild words that hurt when they are said to someone. */
const INSULTS = new Set(
  'ugly fat disgusting pathetic worthless stupid dumb idiot moron loser desperate gross hideous trash creep'.split(
    ' ',
  ),
)
const YOU_ARE = new Set(["you're", 'youre', 'ur', 'you', 'u'])
const KIND = new Set(['not', "aren't", 'arent', 'never', "isn't", 'dog', 'cat', 'food', 'weather'])
const NEAR = 3

/** Whether a text could hurt its receiver as a stranger's first message. General swearing is allowed. */
export function isHurtful(text: string): boolean {
  const { words } = splitWords(text)
  return words.some((word, at) => {
    if (ALWAYS.has(word)) return true
    const around = words.slice(Math.max(0, at - NEAR), at + NEAR + 1)
    if (CRUDE.has(word)) return isCrude(word, around)
    if (!INSULTS.has(word)) return false
    const before = words.slice(Math.max(0, at - NEAR), at)
    return before.some((one) => YOU_ARE.has(one)) && !before.some((one) => KIND.has(one))
  })
}

/** Words with an innocent use only count next to others. */
const AMBIGUOUS = new Set([
  'root',
  'rooting',
  'bang',
  'suck',
  'sucking',
  'cock',
  'dick',
  'fuck',
  'fucking',
  'shag',
  'nude',
])
const DESIRE = new Set(
  'want wanna let lets my your ur me you u gonna would pic pics tits ass arse hard'.split(' '),
)

const isCrude = (word: string, around: readonly string[]): boolean =>
  AMBIGUOUS.has(word)
    ? around.filter((one) => DESIRE.has(one)).length >= 2
    : around.some((one) => ABOUT_YOU.has(one) || one === 'send')
