import { endpoint } from '../endpoint'
import { arr, bool, flag, id, int, json, nullable, num, obj, ok, opt, text } from '../shapes'
import { PROMPT_ANSWER } from './rules'

const code = () => opt(nullable(text({ maxLength: 2 })))
const words = (maxLength: number) => opt(nullable(text({ maxLength })))

export const saveProfile = endpoint({
  method: 'POST',
  path: '/api/user',
  door: 'member',
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
    height: opt(nullable(int())),
    tagline: words(2000),
    about_offer: words(2000),
    wants: words(2000),
    interests: words(2000),
    occupation: words(500),
    ethnicity: words(500),
    languages: words(500),
    country_of_birth: code(),
    tatoos: code(),
    smoking: code(),
    marriage: code(),
    kids: code(),
    income: code(),
    education: code(),
    relocation: code(),
  },
  reply: ok,
})

export const autoSaveProfile = endpoint({
  method: 'POST',
  path: '/api/profile-auto-save',
  door: 'member',
  summary: 'Save one field of the profile',
  input: { key: text({ maxLength: 40 }), value: json() },
  reply: ok,
})

export const updatePrompts = endpoint({
  method: 'POST',
  path: '/api/update-discussion-prompts',
  door: 'member',
  summary: 'Save the active discussion prompts, in order',
  input: {
    prompts: arr(
      obj({
        question_id: id(),
        answer: text({ maxLength: PROMPT_ANSWER.characters }),
        active: opt(bool()),
        order_n: opt(int()),
      }),
      { maxItems: 50 },
    ),
  },
  reply: ok,
})
