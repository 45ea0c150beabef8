import { type Checked, fine, wrong } from '../problems'
import { storableText } from '../storable-text'

/** Choice codes and their labels, as part 2 section 2 has them. */
export const labels = {
  gender_birth: { f: 'Female', m: 'Male' },
  gender: { f: 'Female', m: 'Male' },
  interested: { m: 'Men', w: 'Women', b: 'Both' },
  relationship_goals: { s: 'Serious', c: 'Casual', e: 'Either' },
  tatoos: { '-': 'None', '~': 'A few', '+': 'Many' },
  smoking: { '-': 'Non-smoker', '~': 'Occasionally', '+': 'Often' },
  drinking: { '-': 'Never', '~': 'Socially', '+': 'Often' },
  income: { l: 'Low', a: 'Average', h: 'High' },
  education: { '1': 'High school', '2': 'Other', '3': 'University' },
  marriage: { '-': 'Never married', '~': 'Previously', '+': 'Still married' },
  kids: { '-': 'No', '+': 'Yes' },
  wants_kids: { '-': 'No', '~': 'Maybe', '+': 'Yes' },
  relocation: { '-': 'Not willing', '~': 'Within my country', '+': 'To another country' },
} as const
export type ChoiceField = keyof typeof labels

export const choiceFields = [
  'tatoos',
  'smoking',
  'drinking',
  'marriage',
  'kids',
  'wants_kids',
  'income',
  'education',
] as const
export const LONG_TEXT = { characters: 600, lines: 9 }
export const SHORT_TEXT = { characters: 70 }
export const TAGLINE = { characters: 200 }
export const PROMPT_ANSWER = { characters: 800, lines: 12 }
export const INACTIVE_PROMPT_ORDER = 9
export const HEIGHT = { min: 100, max: 250 }

interface Limits {
  characters: number
  lines?: number
}

export const isChoice = (field: ChoiceField, code: string): boolean => Object.hasOwn(labels[field], code)

export const fitsLines = (text: string, limits: Limits): boolean =>
  text.length <= limits.characters && (limits.lines === undefined || text.split('\n').length <= limits.lines)

/** 'Not willing' stands alone; the other two combine, always written '~+'. Undefined when it is neither. */
function normalRelocation(code: string): string | undefined {
  if (code === '+~') return '~+'
  return ['', '-', '~', '+', '~+'].includes(code) ? code : undefined
}

/** What a click on one of the three makes of the answer; on a chosen one it takes it away. */
export function toggleRelocation(code: string, clicked: string): string {
  if (code.includes(clicked)) return code.replace(clicked, '')
  return clicked === '-' ? clicked : (normalRelocation(code.replace('-', '') + clicked) ?? clicked)
}

/**
 * Characters people see: letters of any script after NFC, and hyphens, not alone. An accent stands on a letter, and
 * a joiner where spelling needs one: in the conjuncts of Indian scripts, between Arabic letters.
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
 * \p{Emoji} would also take digits. Signs that stood in texts long before are emoji only where a selector says so;
 * a joiner goes with the emoji before it, because Sinhala and Malayalam words are spelled with joiners too.
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

/** Lines end in \n, tabs are spaces, no other control characters, no halves of characters, nothing trails. */
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
 * A code that is in use today: Intl also knows retired ones (SU) and groups (EU).
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

/** Clicking the chosen option again clears it: null and '' both mean no answer. */
const codeRule =
  (field: string, normal: (code: string) => string | undefined): Rule<string | null> =>
  (value) => {
    if (value === null || value === undefined || value === '') return fine(null)
    const code = typeof value === 'string' ? normal(value) : undefined
    return code === undefined ? wrong('profile.value', { field }) : fine(code)
  }

const choiceRule = (field: string, choice: ChoiceField) =>
  codeRule(field, (code) => (isChoice(choice, code) ? code : undefined))

const tagline = textRule('Tagline', TAGLINE)
/** Nothing that anybody could see. */
const isBlank = (text: string): boolean => /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text)
const nationality = (code: string) => (isCountry(code.toUpperCase()) ? code.toUpperCase() : undefined)

/**
 * The fields of /edit that hold one value: how each is checked and kept. The form, the auto-save and the web
 * ask the same rule.
 */
export const profileRules = {
  tagline: (value: unknown): Checked<string> => {
    const checked = tagline(typeof value === 'string' ? withoutEmoji(normalText(value)) : value)
    return checked.ok && isBlank(checked.value) ? wrong('profile.tagline') : checked
  },
  about_offer: textRule('About me', LONG_TEXT),
  wants: textRule('Looking for', LONG_TEXT),
  interests: textRule('Interests', LONG_TEXT),
  occupation: textRule('Occupation', SHORT_TEXT),
  ethnicity: textRule('Ethnicity', SHORT_TEXT),
  languages: textRule('Languages', SHORT_TEXT),
  country_of_birth: codeRule('Nationality', nationality),
  height: (value: unknown): Checked<number | null> => {
    if (value === null || value === undefined || value === '') return fine(null)
    const cm = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value
    return typeof cm === 'number' && Number.isInteger(cm) && cm >= HEIGHT.min && cm <= HEIGHT.max
      ? fine(cm)
      : wrong('profile.range', { field: 'Height', ...HEIGHT })
  },
  tatoos: choiceRule('Tattoos', 'tatoos'),
  smoking: choiceRule('Smoking', 'smoking'),
  drinking: choiceRule('Drinking', 'drinking'),
  marriage: choiceRule('Marriage status', 'marriage'),
  kids: choiceRule('Have kids', 'kids'),
  wants_kids: choiceRule('Want kids', 'wants_kids'),
  income: choiceRule('Income', 'income'),
  education: choiceRule('Education', 'education'),
  relocation: codeRule('Willing to relocate', normalRelocation),
}
export type ProfileField = keyof typeof profileRules
export const profileFieldNames = Object.keys(profileRules) as ProfileField[]
export const isProfileField = (key: string): key is ProfileField => Object.hasOwn(profileRules, key)

export const firstNameRule: Rule<string> = (value) =>
  typeof value === 'string' && isFirstName(value) ? fine(value.normalize('NFC')) : wrong('first-name.invalid')

/** Where a member lives, as asked for: the server keeps the centre of the city it finds, never a position. */
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

/** An answer of nothing but blanks counts as none: its prompt is not active. */
export const promptAnswerRule: Rule<string> = textRule('The answer', PROMPT_ANSWER)
