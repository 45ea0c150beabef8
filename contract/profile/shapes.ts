import { sessionFields } from '../access/shapes'
import { arr, bool, int, nullable, num, obj, type Static, text } from '../shapes'
import { type FieldKey, type FieldKind, type FieldRow, fieldKeys, fieldRow } from './fields'

/** The shape of a value, by kind of field. */
const shapes = {
  text: text(),
  list: arr(text()),
  number: nullable(int()),
  name: nullable(text()),
  date: nullable(text()),
  home: nullable(text()),
  country: nullable(text()),
  choice: nullable(text()),
  combination: nullable(text()),
} satisfies Record<FieldRow['kind'], unknown>

/** The wire shapes of the fields in fields.ts. */
export const profileFields = Object.fromEntries(
  fieldKeys.map((key) => [key, shapes[fieldRow(key).kind]]),
) as {
  [K in FieldKey]: (typeof shapes)[FieldKind<K>]
}

export const OwnProfile = obj({
  ...profileFields,
  ...sessionFields,
  location: nullable(obj({ latitude: num(), longitude: num() })),
  approved_photos: int(),
  unread: int(),
})
export type OwnProfile = Static<typeof OwnProfile>

export const TagGroup = obj({ name: text(), tags: arr(obj({ code: text(), label: text() })) })

export const PromptQuestion = obj({ id: int(), question: text() })
export const PromptAnswer = obj({ question_id: int(), answer: text(), active: bool(), order_n: int() })
export type PromptAnswer = Static<typeof PromptAnswer>
