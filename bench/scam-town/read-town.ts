import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Half =
  | 'first-half'
  | 'second-half'
  | 'practice'
  | 'strangers'
  | 'authors'
  | 'voices'
  | 'crowd'
  | 'fresh'
  | 'guests'
  | 'blind'
export type Side = 'a' | 'b'

export interface TownMessage {
  from: Side
  /** Seconds since the previous message. */
  after: number
  text: string
}

export interface Conversation {
  /** For example `first-half/scams/gift-cards/07`. */
  id: string
  label: 'scam' | 'innocent'
  /** The script of a scam, or the theme of an innocent conversation. */
  about: string
  messages: TownMessage[]
  /** Only for a scam: the scammer's side, and the index of the message that first brings up the topic. */
  scammer?: Side
  topicAt?: number
}

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 }
const A_MINUTE = 60
const LINE = /^(?<from>[ab])(?<topic>!?)(?: (?<count>\d+)(?<unit>[smhd]))?: (?<text>.+)$/
const HEADING = /^# (?<number>\d\d)(?: scammer (?<scammer>[ab]))?$/

/** Every conversation of one half, in the order of the files. The README describes the format. */
export const readTown = (half: Half): Conversation[] =>
  readFolder(half, new URL(half, import.meta.url).pathname)

/** The conversations of a folder outside the repository that `BLIND_TOWN` names. None without it. */
export const readBlindTown = (): Conversation[] =>
  process.env.BLIND_TOWN ? readFolder('blind', process.env.BLIND_TOWN) : []

function readFolder(half: string, path: string): Conversation[] {
  return (['scams', 'innocent'] as const).flatMap((kind) => {
    const folder = join(path, kind)
    const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
    return files.sort().flatMap((name) => {
      const home = `${half}/${kind}/${name.replace('.txt', '')}`
      const blocks = readFileSync(join(folder, name), 'utf8').trim().split('\n\n')
      return blocks.map((block) => readConversation(home, block))
    })
  })
}

function readConversation(home: string, block: string): Conversation {
  const [first = '', ...lines] = block.split('\n')
  const heading = HEADING.exec(first)?.groups
  if (!heading) throw new Error(`${home}: not a heading: ${first}`)
  const id = `${home}/${heading.number}`
  const read = lines.map((line) => {
    const parts = LINE.exec(line)?.groups
    if (!parts) throw new Error(`${id}: not a message: ${line}`)
    return parts
  })
  const messages = read.map((parts) => ({
    from: parts.from as Side,
    after: parts.count ? Number(parts.count) * SECONDS[parts.unit as keyof typeof SECONDS] : A_MINUTE,
    text: unescaped(parts.text ?? ''),
  }))
  const topicAt = read.findIndex((parts) => parts.topic === '!')
  const about = home.split('/').at(-1) ?? ''
  if (!heading.scammer) return { id, label: 'innocent', about, messages }
  return { id, label: 'scam', about, messages, scammer: heading.scammer as Side, topicAt }
}

/** Decided by hash, so that nobody chooses what is measured. Only the last measurement reads the blind half. */
export const isBlind = (text: string): boolean =>
  (createHash('sha256').update(text).digest()[0] ?? 0) % 2 === 1

const halfOf = (home: Half, blind: boolean): Conversation[] =>
  readTown(home).filter(({ messages }) => isBlind(messages.map(({ text }) => text).join('\n')) === blind)

/** The conversations of `strangers` and of `crowd`, in two halves. */
export const readStrangers = (blind: boolean): Conversation[] => halfOf('strangers', blind)
export const readCrowd = (blind: boolean): Conversation[] => halfOf('crowd', blind)
export const readFresh = (): Conversation[] => readTown('fresh')

/** The files of these sets start with two words for their author or voice, such as `author-a`, those of others with one. */
const TWO_WORDS = /^(?:author|voice|crowd|fresh)-/
/** The author of a conversation, by the start of its file's name. */
export const authorOf = ({ about }: Conversation): string =>
  about
    .split('-')
    .slice(0, TWO_WORDS.test(about) ? 2 : 1)
    .join('-')

/** The conversations of `guests`, by author. */
export const readGuests = (): Record<string, Conversation[]> => {
  const guests: Record<string, Conversation[]> = {}
  for (const one of readTown('guests')) {
    const author = authorOf(one)
    guests[author] ??= []
    guests[author].push(one)
  }
  return guests
}

const TEXTS =
  process.env.ORDINARY_TEXTS ?? new URL('../../../shared/data/ordinary-texts.txt', import.meta.url).pathname

/** Real text messages, which are not part of the repository (README). None without the file. */
export const readTexts = (blind: boolean): string[] =>
  existsSync(TEXTS)
    ? readFileSync(TEXTS, 'utf8')
        .split('\n')
        .filter((text) => text !== '' && isBlind(text) === blind)
    : []

const CONSECUTIVE = 8
/** Ordinary texts as if one member had written eight consecutive ones to another. */
export const inARow = (texts: readonly string[]): Conversation[] =>
  Array.from({ length: Math.ceil(texts.length / CONSECUTIVE) }, (_, n) => ({
    id: `texts/${n}`,
    label: 'innocent',
    about: 'texts',
    messages: texts
      .slice(n * CONSECUTIVE, (n + 1) * CONSECUTIVE)
      .map((text) => ({ from: 'a', after: A_MINUTE, text })),
  }))

/** Invisible and look-alike characters are written as escapes, so that they are visible in the files. */
function unescaped(text: string): string {
  return text.replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
}
