import { type Checked, fine, wrong } from '../client-problems'
import { storableText } from '../storable-text'
import {
  type ChoiceField,
  type CombinationRow,
  type FieldRow,
  type FieldValue,
  fieldRow,
  labels,
  type ProfileField,
  profileFieldNames,
  type TextRow,
} from './fields'

export const PROMPT_ANSWER = { characters: 800, lines: 12 }
export const INACTIVE_PROMPT_ORDER = 9

interface Limits {
  characters: number
  lines?: number
}

export const isChoice = (field: ChoiceField, code: string): boolean => Object.hasOwn(labels[field], code)

export const fitsLines = (text: string, limits: Limits): boolean =>
  text.length <= limits.characters && (limits.lines === undefined || text.split('\n').length <= limits.lines)

type Combination = Pick<CombinationRow, 'codes' | 'alone'>

/** Sorts the codes in row order: '+~' becomes '~+'. Undefined if one is unknown, or `alone` is combined. */
function normalCombination({ codes, alone }: Combination, answer: string): string | undefined {
  const normal = Object.keys(codes).filter((code) => answer.includes(code))
  const isKnown = normal.length === answer.length && normal.every((code) => code.length === 1)
  return isKnown && !(normal.length > 1 && normal.includes(alone)) ? normal.join('') : undefined
}

/** The answer after a click on a code; clicking a chosen code clears it. */
export function toggleCombination(row: Combination, answer: string, clicked: string): string {
  if (answer.includes(clicked)) return answer.replace(clicked, '')
  if (clicked === row.alone) return clicked
  return normalCombination(row, answer.replace(row.alone, '') + clicked) ?? clicked
}

/**
 * Counts visible characters: letters of any script after NFC, and hyphens, with at least one letter. An
 * accent must follow a letter. Joiners are allowed where spelling needs them: in the conjuncts of Indian
 * scripts and between Arabic letters.
 */
const FIRST_NAME =
  /^(?!\p{M})(?=.*\p{L})(?:[\p{L}\p{M}-]|(?<=\p{M})[\u200c\u200d](?=\p{L})|(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic}))+$/u
export const FIRST_NAME_HELP = '2 - 15 characters, letters & hyphen only, no spaces'
export function isFirstName(value: string): boolean {
  const name = value.normalize('NFC')
  if (name.length > 60 || !FIRST_NAME.test(name)) return false
  const seen = [...new Intl.Segmenter().segment(name)].length
  return seen >= 2 && seen <= 15
}

/**
 * \p{Emoji} would also match digits. Signs that are older than emoji (© ™) count as emoji only with a
 * selector. A joiner is removed only after an emoji, because Sinhala and Malayalam words are spelled with
 * joiners too.
 */
const EMOJI = new RegExp(
  [
    '[0-9#*]\\ufe0f?\\u20e3',
    '(?:[©®‼⁉™ℹ]\\ufe0f|[^\\P{Extended_Pictographic}©®‼⁉™ℹ]|\\p{Emoji_Modifier})[\\ufe0f\\p{Emoji_Modifier}]*\\u200d*',
    '\\p{Regional_Indicator}|[\\ufe0f\\u20e3\\u{e0020}-\\u{e007f}]',
  ].join('|'),
  'gu',
)
export const withoutEmoji = (value: string): string => value.replace(EMOJI, '')

/**
 * Normalises line ends to \n and tabs to spaces; removes other control characters, lone surrogates and
 * trailing space.
 */
export const normalText = (value: string): string =>
  storableText(
    value
      .replace(/\r\n?/g, '\n')
      .replaceAll('\t', ' ')
      .replace(/[^\P{Cc}\n]/gu, ''),
  ).trimEnd()
const normalLine = (value: string): string => normalText(value).replaceAll('\n', ' ').trim()

const NO_COUNTRIES = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']
/**
 * True for country codes in current use: Intl also knows retired codes (SU) and groups (EU).
 * @internal exported for its test
 */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.includes(code)) return false
  if (new Intl.Locale(`und-${code}`).region !== code) return false
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
}

type Rule<V> = (value: unknown) => Checked<V>

function sized(field: string, text: string, limits: Limits): Checked<string> {
  if (text.length > limits.characters) return wrong('profile.too-long', { field, n: limits.characters })
  if (!fitsLines(text, limits)) return wrong('profile.too-many-lines', { field, n: limits.lines ?? 1 })
  return fine(text)
}

const textRule =
  (field: string, limits: Limits): Rule<string> =>
  (value) => {
    const text = value ?? ''
    if (typeof text !== 'string') return wrong('profile.value', { field })
    return sized(field, limits.lines === undefined ? normalLine(text) : normalText(text), limits)
  }

/** Clicking the chosen option again clears it, so null and '' both mean no answer. */
const codeRule =
  (field: string, normal: (code: string) => string | undefined): Rule<string | null> =>
  (value) => {
    if (value === null || value === undefined || value === '') return fine(null)
    const code = typeof value === 'string' ? normal(value) : undefined
    return code === undefined ? wrong('profile.value', { field }) : fine(code)
  }

/** True if the text has no visible character. */
const isBlank = (text: string): boolean => /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text)
const nationality = (code: string) => (isCountry(code.toUpperCase()) ? code.toUpperCase() : undefined)

function textRowRule(row: TextRow): Rule<string> {
  const rule = textRule(row.label, row)
  const { emoji, required } = row
  return (value) => {
    const checked = rule(
      emoji === false && typeof value === 'string' ? withoutEmoji(normalText(value)) : value,
    )
    return required && checked.ok && isBlank(checked.value) ? wrong(required) : checked
  }
}

const numberRule =
  (field: string, { min, max }: { min: number; max: number }): Rule<number | null> =>
  (value) => {
    if (value === null || value === undefined || value === '') return fine(null)
    const number = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value
    return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
      ? fine(number)
      : wrong('profile.range', { field, min, max })
  }

function ruleOf(row: FieldRow): Rule<string | number | null> {
  switch (row.kind) {
    case 'text':
      return textRowRule(row)
    case 'number':
      return numberRule(row.label, row)
    case 'country':
      return codeRule(row.label, nationality)
    case 'choice':
      return codeRule(row.label, (code) => (Object.hasOwn(row.codes, code) ? code : undefined))
    case 'combination':
      return codeRule(row.label, (answer) => normalCombination(row, answer))
    case 'list':
    case 'name':
    case 'date':
    case 'home':
      throw new Error(`${row.label} has a rule of its own`)
  }
}

/**
 * How the single-valued fields of /edit are validated and normalised. The form, auto-save and the web use the
 * same rules.
 */
export const profileRules = Object.fromEntries(
  profileFieldNames.map((key) => [key, ruleOf(fieldRow(key))]),
) as { [K in ProfileField]: Rule<FieldValue<K>> }

export const firstNameRule: Rule<string> = (value) =>
  typeof value === 'string' && isFirstName(value) ? fine(value.normalize('NFC')) : wrong('first-name.invalid')

/** A home as submitted. The server stores the centre of the city that it finds, never the position. */
export function locationRule(value: unknown): Checked<{ country: string; city: string }> {
  const { countryCode, city, latitude, longitude } = Object(value) as Record<string, unknown>
  if (typeof countryCode !== 'string' || countryCode === '') return wrong('signup.country')
  if (typeof city !== 'string' || city === '') return wrong('signup.city')
  const isWithin = (degrees: unknown, most: number) =>
    degrees === undefined || degrees === null || (typeof degrees === 'number' && Math.abs(degrees) <= most)
  return isWithin(latitude, 90) && isWithin(longitude, 180)
    ? fine({ country: countryCode.toUpperCase(), city })
    : wrong('signup.location')
}

/** A blank answer counts as none, so its prompt is not active. */
export const promptAnswerRule: Rule<string> = textRule('The answer', PROMPT_ANSWER)
