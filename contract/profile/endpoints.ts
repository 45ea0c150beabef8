import { endpoint } from '../endpoint'
import { arr, bool, flag, int, json, nullable, num, obj, ok, opt, text } from '../shapes'
import { type FieldKey, type FieldKind, type FieldRow, fieldKeys, fieldRow } from './fields'
import { TagGroup } from './shapes'

// Wider than the rules of the fields, so that the rule and not the shape reports the problem.
const words = (maxLength: number) => opt(nullable(text({ maxLength })))
const sent = {
  text: words(5000),
  name: words(200),
  home: words(200),
  date: words(20),
  country: words(20),
  choice: words(20),
  combination: words(20),
  // A number, or text with a number.
  number: opt(json()),
  list: opt(json()),
} satisfies Record<FieldRow['kind'], unknown>

export const saveProfile = endpoint({
  method: 'POST',
  path: '/api/user',
  access: 'member',
  summary: 'Save the profile form; with reg 1 it completes the registration of an invited member',
  input: {
    reg: opt(flag()),
    /** The values that the sent ones are based on. A field that has another value by now is not overwritten. */
    based_on: opt(obj(Object.fromEntries(fieldKeys.map((key) => [key, opt(json())])))),
    ...(Object.fromEntries(fieldKeys.map((key) => [key, sent[fieldRow(key).kind]])) as {
      [K in FieldKey]: (typeof sent)[FieldKind<K>]
    }),
    lat: opt(nullable(num({ minimum: -90, maximum: 90 }))),
    lng: opt(nullable(num({ minimum: -180, maximum: 180 }))),
  },
  reply: ok,
})

export const autoSaveProfile = endpoint({
  method: 'POST',
  path: '/api/profile-auto-save',
  access: 'member',
  summary: 'Save one field of the profile',
  input: { key: text({ maxLength: 40 }), value: json(), based_on: opt(json()) },
  reply: ok,
})

// The largest value of the column; larger numbers match no prompt either.
const promptId = int({ minimum: 1, maximum: 2_147_483_647, problem: 'prompts.unknown' })

export const updatePrompts = endpoint({
  method: 'POST',
  path: '/api/update-discussion-prompts',
  access: 'member',
  summary: 'Save the active discussion prompts, in order',
  input: {
    prompts: arr(
      obj({
        question_id: promptId,
        answer: text(),
        active: opt(bool()),
        order_n: opt(int()),
      }),
      { maxItems: 50 },
    ),
    /** The active prompts that the sent ones are based on, in order. */
    based_on: opt(arr(obj({ question_id: promptId, answer: text() }), { maxItems: 50 })),
  },
  reply: ok,
})

export const listTags = endpoint({
  method: 'GET',
  path: '/api/tags',
  access: 'member',
  summary: 'List the interests to choose from, in groups',
  input: {},
  reply: obj({ groups: arr(TagGroup) }),
})
