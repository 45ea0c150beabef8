import type { Generated } from 'kysely'

/** What members say about themselves, but for what a card shows. */
export interface ProfileTable {
  member_id: number
  gender_birth: string | null
  relationship_goals: string | null
  tagline: Generated<string>
  about_offer: Generated<string>
  wants: Generated<string>
  interests: Generated<string>
  occupation: Generated<string>
  ethnicity: Generated<string>
  languages: Generated<string>
  country_of_birth: string | null
  height: number | null
  tatoos: string | null
  smoking: string | null
  marriage: string | null
  kids: string | null
  income: string | null
  education: string | null
  relocation: string | null
  drinking: string | null
  wants_kids: string | null
  spoken: Generated<string[]>
  tags: Generated<string[]>
}
