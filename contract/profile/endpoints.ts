import { endpoint } from '../endpoint'
import { arr, bool, flag, int, json, nullable, num, obj, ok, opt, text } from '../shapes'
import { TagGroup } from './shapes'

// The shapes are wider than the rules, so that the rule of the field speaks and not its shape.
const code = () => opt(nullable(text({ maxLength: 20 })))
const words = (maxLength: number) => opt(nullable(text({ maxLength })))

export const saveProfile = endpoint({
  method: 'POST',
  path: '/api/user',
  access: 'member',
  summary: 'Save the profile form; with reg 1 it completes the registration of an invited member',
  input: {
    reg: opt(flag()),
    username: words(200),
    gender_birth: words(20),
    gender: words(20),
    interested: words(20),
    relationship_goals: words(20),
    birthday: words(20),
    country: code(),
    city: words(200),
    lat: opt(nullable(num({ minimum: -90, maximum: 90 }))),
    lng: opt(nullable(num({ minimum: -180, maximum: 180 }))),
    // A number; one written as text is read as well.
    height: opt(json()),
    tagline: words(5000),
    about_offer: words(5000),
    wants: words(5000),
    interests: words(5000),
    occupation: words(5000),
    ethnicity: words(5000),
    languages: words(5000),
    country_of_birth: code(),
    tatoos: code(),
    smoking: code(),
    drinking: code(),
    marriage: code(),
    kids: code(),
    wants_kids: code(),
    income: code(),
    education: code(),
    relocation: code(),
    spoken: opt(json()),
    tags: opt(json()),
  },
  reply: ok,
})

export const autoSaveProfile = endpoint({
  method: 'POST',
  path: '/api/profile-auto-save',
  access: 'member',
  summary: 'Save one field of the profile',
  input: { key: text({ maxLength: 40 }), value: json() },
  reply: ok,
})

export const updatePrompts = endpoint({
  method: 'POST',
  path: '/api/update-discussion-prompts',
  access: 'member',
  summary: 'Save the active discussion prompts, in order',
  input: {
    prompts: arr(
      obj({
        // What the column can hold: a larger number is no prompt either.
        question_id: int({ minimum: 1, maximum: 2_147_483_647, problem: 'prompts.unknown' }),
        answer: text(),
        active: opt(bool()),
        order_n: opt(int()),
      }),
      { maxItems: 50 },
    ),
  },
  reply: ok,
})

export const listTags = endpoint({
  method: 'GET',
  path: '/api/tags',
  access: 'member',
  summary: 'The interests to pick from, in groups',
  input: {},
  reply: obj({ groups: arr(TagGroup) }),
})
