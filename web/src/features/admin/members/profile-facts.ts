import { ageAt } from '@rosella/contract/member/rules'
import { countryName } from '@rosella/contract/places/countries'
import { type ChoiceField, labels } from '@rosella/contract/profile/rules'
import { heightLabel } from '../../../format/height'

/** What a sealed profile and a member's own have in common; the latter comes as JSON of any kind. */
type Profile = Partial<Record<string, unknown>>
type Fact = readonly [label: string, words: string]

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function worded(profile: Profile, field: ChoiceField): string {
  const words: Record<string, string> = labels[field]
  const code = text(profile[field])
  // Two places to move to are written '~+'.
  const parts = field === 'relocation' ? [...code] : [code]
  return parts.map((part) => words[part] ?? part).join(', ')
}

const country = (value: unknown): string => (text(value) === '' ? '' : countryName(text(value)))

/** Everything short that a profile says, for moderators: labels before looks. Empty words: no answer. */
export function profileFacts(profile: Profile, now: number): Fact[] {
  const birthday = text(profile.birthday)
  const { height } = profile
  return [
    ['Born', birthday === '' ? '' : `${birthday}, ${ageAt(birthday, now)} years old`],
    ['Lives in', [text(profile.city), country(profile.country)].filter(Boolean).join(', ')],
    ['Gender', worded(profile, 'gender')],
    ['Gender at birth', worded(profile, 'gender_birth')],
    ['Interested in', worded(profile, 'interested')],
    ['Goals', worded(profile, 'relationship_goals')],
    ['Height', typeof height === 'number' ? heightLabel(height) : ''],
    ['Tattoos', worded(profile, 'tatoos')],
    ['Smoking', worded(profile, 'smoking')],
    ['Marriage', worded(profile, 'marriage')],
    ['Kids', worded(profile, 'kids')],
    ['Income', worded(profile, 'income')],
    ['Education', worded(profile, 'education')],
    ['Would relocate', worded(profile, 'relocation')],
    ['Occupation', text(profile.occupation)],
    ['Nationality', country(profile.country_of_birth)],
    ['Ethnicity', text(profile.ethnicity)],
    ['Languages', text(profile.languages)],
  ]
}

/** What the member wrote, as far as there is anything. */
export const profileTexts = (profile: Profile): Fact[] =>
  (
    [
      ['Tagline', text(profile.tagline)],
      ['About me', text(profile.about_offer)],
      ['Looking for', text(profile.wants)],
      ['Interests', text(profile.interests)],
    ] as const
  ).filter(([, words]) => words !== '')
