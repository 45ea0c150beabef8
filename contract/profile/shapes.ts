import { sessionFields } from '../access/shapes'
import { arr, bool, int, nullable, num, obj, type Static, text } from '../shapes'

/** What /edit shows and saves. Codes are explained in rules.ts. */
export const profileFields = {
  gender_birth: nullable(text()),
  gender: nullable(text()),
  interested: nullable(text()),
  relationship_goals: nullable(text()),
  birthday: nullable(text()),
  country: nullable(text()),
  city: nullable(text()),
  height: nullable(int()),
  tagline: text(),
  about_offer: text(),
  wants: text(),
  interests: text(),
  occupation: text(),
  ethnicity: text(),
  languages: text(),
  country_of_birth: nullable(text()),
  tatoos: nullable(text()),
  smoking: nullable(text()),
  drinking: nullable(text()),
  marriage: nullable(text()),
  kids: nullable(text()),
  wants_kids: nullable(text()),
  income: nullable(text()),
  education: nullable(text()),
  relocation: nullable(text()),
  // Codes of spoken.ts and tags.ts, in the order of those lists.
  spoken: arr(text()),
  tags: arr(text()),
}

export const OwnProfile = obj({
  ...sessionFields,
  ...profileFields,
  location: nullable(obj({ latitude: num(), longitude: num() })),
  approved_photos: int(),
  unread: int(),
})
export type OwnProfile = Static<typeof OwnProfile>

export const TagGroup = obj({ name: text(), tags: arr(obj({ code: text(), label: text() })) })

export const PromptQuestion = obj({ id: int(), question: text() })
export const PromptAnswer = obj({ question_id: int(), answer: text(), active: bool(), order_n: int() })
export type PromptAnswer = Static<typeof PromptAnswer>
