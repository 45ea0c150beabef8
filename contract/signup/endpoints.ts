import { emailInput, newPassword } from '../access/endpoints'
import { SessionRecord } from '../access/shapes'
import { endpoint } from '../endpoint'
import { nullable, num, ok, opt, text } from '../shapes'

// Lenient, because part 2 section 5 defines the order in which missing and wrong answers are reported. A
// field that is absent, empty or null has no answer.
const answer = (maxLength: number) => opt(nullable(text({ maxLength })))

export const signUp = endpoint({
  method: 'POST',
  path: '/api/signup',
  access: 'public',
  summary: 'Create an account with a complete profile form',
  input: {
    username: answer(200),
    gender_birth: answer(20),
    gender: answer(20),
    interested: answer(20),
    relationship_goals: answer(20),
    birthday: answer(20),
    email: emailInput(),
    password: newPassword(),
    country: answer(2),
    city: answer(200),
    lat: opt(nullable(num({ minimum: -90, maximum: 90 }))),
    lng: opt(nullable(num({ minimum: -180, maximum: 180 }))),
  },
  reply: SessionRecord,
  rates: [{ per: 'address', limit: 100, seconds: 3600 }],
})

export const checkEmail = endpoint({
  method: 'GET',
  path: '/api/check-email',
  access: 'public',
  summary: 'Check that an address is free (200) or taken (403)',
  input: { email: emailInput() },
  reply: ok,
  rates: [
    { per: 'address', limit: 60, seconds: 600 },
    { per: 'account', limit: 20, seconds: 600 },
  ],
})

export const activateProfile = endpoint({
  method: 'POST',
  path: '/api/activate-profile',
  access: 'member',
  summary: 'Finish the sign-up: status 1 becomes 2',
  input: {},
  reply: ok,
})
