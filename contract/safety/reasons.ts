/** What somebody may be reported for. What it is stays with its key; an admin may give it other words. */
export interface ReportReason {
  key: string
  words: string
}

export const standardReasons: readonly ReportReason[] = [
  { key: 'fake', words: 'Fake profile or scam' },
  { key: 'money', words: 'Asking for money' },
  { key: 'harassment', words: 'Harassment or threats' },
  { key: 'photos', words: 'Inappropriate photos' },
  { key: 'messages', words: 'Inappropriate messages' },
  { key: 'under-18', words: 'Under 18' },
  { key: 'other', words: 'Something else' },
]

/** Of a case that no member reported. It is in nobody's list of reasons to choose from. */
export const shieldReason: ReportReason = { key: 'scam-shield', words: 'Raised by the scam shield' }

/** What cannot wait comes first; a reason of the site's own is an ordinary one. */
const severities: Readonly<Record<string, number>> = {
  'under-18': 3,
  harassment: 3,
  money: 2,
  fake: 2,
  'scam-shield': 2,
}
export const severityOf = (key: string | undefined): number =>
  key !== undefined && Object.hasOwn(severities, key) ? (severities[key] ?? 1) : 1

export const wordsOfReasons = (reasons: readonly ReportReason[]): string[] =>
  reasons.map(({ words }) => words)

/** Whether members may choose from these words. */
export const areReasonWords = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= 30 &&
  new Set(value).size === value.length &&
  value.every((words) => typeof words === 'string' && words.trim() === words && isShort(words))

const isShort = (words: string): boolean => words.length >= 1 && words.length <= 100

/** Whether this is a list of reasons as it is stored. */
export const areReasons = (value: unknown): value is ReportReason[] =>
  Array.isArray(value) &&
  value.every((reason) => typeof reason?.key === 'string') &&
  new Set(value.map(({ key }) => key)).size === value.length &&
  areReasonWords(value.map(({ words }) => words))

interface NewReasons {
  words: readonly string[]
  /** Which reason each of the words is for, where the caller says so; null for one that is new. */
  keys?: readonly (string | null)[]
  before: readonly ReportReason[]
  newKey: () => string
}

/**
 * Which reason is which after an admin has changed the list; undefined where the keys make no sense. Without keys the
 * same words are the same reason, and in a list of the same length other words at a place are other words for its reason.
 */
export function renameReasons({ words, keys, before, newKey }: NewReasons): ReportReason[] | undefined {
  const known = [...before, ...standardReasons]
  if (keys) {
    const given = keys.filter((key) => key !== null)
    const isSound =
      keys.length === words.length &&
      new Set(given).size === given.length &&
      given.every((key) => known.some((reason) => reason.key === key))
    return isSound ? words.map((one, at) => ({ key: keys[at] ?? newKey(), words: one })) : undefined
  }
  const taken = new Set<string>()
  const take = (key: string | undefined) => {
    if (key === undefined || taken.has(key)) return undefined
    taken.add(key)
    return key
  }
  const inWords = (list: readonly ReportReason[]) => (one: string) =>
    list.find((reason) => reason.words === one)?.key
  const isEdited = words.length === before.length
  // What is certain first, in all places: a guess must not take another's key.
  const guesses: ((one: string, at: number) => string | undefined)[] = [
    inWords(before),
    (_, at) => (isEdited ? before[at]?.key : undefined),
    inWords(standardReasons),
  ]
  const found: (string | undefined)[] = words.map(() => undefined)
  for (const guess of guesses) for (const [at, one] of words.entries()) found[at] ??= take(guess(one, at))
  return words.map((one, at) => ({ key: found[at] ?? newKey(), words: one }))
}
