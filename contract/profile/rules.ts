/** Choice codes and their labels, as part 2 section 2 has them. */
export const labels = {
  gender_birth: { f: 'Female', m: 'Male' },
  gender: { f: 'Female', m: 'Male' },
  interested: { m: 'Men', w: 'Women', b: 'Both' },
  relationship_goals: { s: 'Serious', c: 'Casual', e: 'Either' },
  tatoos: { '-': 'None', '~': 'A few', '+': 'Many' },
  smoking: { '-': 'Non-smoker', '~': 'Occasionally', '+': 'Often' },
  income: { l: 'Low', a: 'Average', h: 'High' },
  education: { '1': 'High school', '2': 'Other', '3': 'University' },
  marriage: { '-': 'Never married', '~': 'Previously', '+': 'Still married' },
  kids: { '-': 'No', '+': 'Yes' },
  relocation: { '-': 'Not willing', '~': 'Within my country', '+': 'To another country' },
} as const
export type ChoiceField = keyof typeof labels

export const choiceFields = ['tatoos', 'smoking', 'marriage', 'kids', 'income', 'education'] as const
export const shortTexts = ['occupation', 'ethnicity', 'languages'] as const
export const longTexts = ['about_offer', 'wants', 'interests'] as const
export const LONG_TEXT = { characters: 600, lines: 9 }
export const SHORT_TEXT = { characters: 70 }
export const TAGLINE = { characters: 200 }
export const PROMPT_ANSWER = { characters: 800, lines: 12 }
export const INACTIVE_PROMPT_ORDER = 9
export const HEIGHT = { min: 100, max: 250 }

export const isChoice = (field: ChoiceField, code: string): boolean => Object.hasOwn(labels[field], code)

export const fitsLines = (text: string, limits: { characters: number; lines?: number }): boolean =>
  text.length <= limits.characters && (limits.lines === undefined || text.split('\n').length <= limits.lines)

/** 'Not willing' stands alone; the other two combine, always written '~+'. Undefined when it is neither. */
export function normalRelocation(code: string): string | undefined {
  if (code === '+~') return '~+'
  return ['', '-', '~', '+', '~+'].includes(code) ? code : undefined
}

/** Characters people see: letters of any script after NFC, and hyphens. */
const FIRST_NAME = /^[\p{L}\p{M}-]+$/u
export const FIRST_NAME_HELP = '2 - 15 characters, letters & hyphen only, no spaces'
export function isFirstName(value: string): boolean {
  const name = value.normalize('NFC')
  if (name.length > 60 || !FIRST_NAME.test(name) || !/^\p{L}/u.test(name)) return false
  const seen = [...new Intl.Segmenter().segment(name)].length
  return seen >= 2 && seen <= 15
}

/** \p{Emoji} would also take digits; this takes pictures, flags and their joiners only. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u200d\ufe0f\u20e3]/gu
export const withoutEmoji = (value: string): string => value.replace(EMOJI, '')
