/** A reason for a report. The key is its identity; an admin may change the text. */
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

/** For cases that no member reported. Members cannot choose it. */
export const shieldReason: ReportReason = { key: 'scam-shield', words: 'Raised by the scam shield' }

/** A ban for one of these is a ban for a scam, whatever its text says. */
export const scamReasons: ReadonlySet<string> = new Set(['fake', 'money', shieldReason.key])

/** Severe cases are listed first. A reason added by the site has severity 1. */
const severities: Readonly<Record<string, number>> = {
  'under-18': 3,
  harassment: 3,
  money: 2,
  fake: 2,
  'scam-shield': 2,
}
export const severityOf = (key: string | undefined): number =>
  key !== undefined && Object.hasOwn(severities, key) ? (severities[key] ?? 1) : 1

export const labelsOfReasons = (reasons: readonly ReportReason[]): string[] =>
  reasons.map(({ words }) => words)

/** Whether this list of texts may be offered to members. */
export const areReasonLabels = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= 30 &&
  new Set(value).size === value.length &&
  value.every((words) => typeof words === 'string' && words.trim() === words && isShort(words))

const isShort = (words: string): boolean => words.length >= 1 && words.length <= 100

/** Whether this is a valid stored list of reasons. */
export const areReasons = (value: unknown): value is ReportReason[] =>
  Array.isArray(value) &&
  value.every((reason) => typeof reason?.key === 'string') &&
  new Set(value.map(({ key }) => key)).size === value.length &&
  areReasonLabels(value.map(({ words }) => words))

interface NewReasons {
  words: readonly string[]
  /** The key of each text, null for a new reason. Optional. */
  keys?: readonly (string | null)[]
  before: readonly ReportReason[]
  newKey: () => string
}

/**
 * Assigns keys after an admin has edited the list; undefined if the given keys are invalid. Without keys, an unchanged
 * text keeps its key, and if the list has the same length, a changed text gets the key of the old text in its place.
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
  // Exact matches come first for the whole list, so that a guess does not take another reason's key.
  const guesses: ((one: string, at: number) => string | undefined)[] = [
    inWords(before),
    (_, at) => (isEdited ? before[at]?.key : undefined),
    inWords(standardReasons),
  ]
  const found: (string | undefined)[] = words.map(() => undefined)
  for (const guess of guesses) for (const [at, one] of words.entries()) found[at] ??= take(guess(one, at))
  return words.map((one, at) => ({ key: found[at] ?? newKey(), words: one }))
}
