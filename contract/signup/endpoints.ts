import { emailInput, newPassword } from '../access/endpoints'
import { SessionRecord } from '../access/shapes'
import { endpoint } from '../endpoint'
import { num, ok, opt, text } from '../shapes'

export const signUp = endpoint({
  method: 'POST',
  path: '/api/signup',
  door: 'public',
  summary: 'Create an account with a complete profile form',
  // Absent and wrong answers are told apart in the order of part 2 section 5, so the shape is lenient here.
  input: {
    username: opt(text({ maxLength: 200 })),
    gender_birth: opt(text({ maxLength: 20 })),
    gender: opt(text({ maxLength: 20 })),
    interested: opt(text({ maxLength: 20 })),
    relationship_goals: opt(text({ maxLength: 20 })),
    birthday: opt(text({ maxLength: 20 })),
    email: emailInput(),
    password: newPassword(),
    country: opt(text({ maxLength: 2 })),
    city: opt(text({ maxLength: 200 })),
    lat: opt(num({ minimum: -90, maximum: 90 })),
    lng: opt(num({ minimum: -180, maximum: 180 })),
  },
  reply: SessionRecord,
  rates: [{ per: 'address', limit: 100, seconds: 3600 }],
})

export const checkEmail = endpoint({
  method: 'GET',
  path: '/api/check-email',
  door: 'public',
  summary: '200 when the address is free, 403 when it is taken',
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
  door: 'member',
  summary: 'Finish the sign-up: status 1 becomes 2',
  input: {},
  reply: ok,
})
