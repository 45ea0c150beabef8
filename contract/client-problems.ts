/**
 * Problems whose messages the web client shows itself: rules that it checks before a call, and failures that only it
 * notices (status 0). All other messages arrive from the server, so that pages do not load the whole table.
 */
const TRY_LATER = 'Something went wrong. Please try again later.'
const TOO_MANY = 'Too many requests. Please try again later.'
const SERVER_ERROR = 'Server error. Please try again later.'

export const clientProblems = {
  // Everywhere
  invalid: [400, 'Invalid data provided.'],
  'too-many': [429, TOO_MANY],
  'server-error': [500, SERVER_ERROR],
  generic: [0, TRY_LATER],
  'not-found': [404, "This page doesn't exist on our server"],

  // Sessions and access
  'session.none': [401, 'Please log in'],
  'session.lost': [401, 'You are not logged in or your session has expired.'],

  // Log-in and access
  'login.unknown': [404, "We couldn't find a user with these credentials."],
  'email.unknown': [404, "We couldn't find a user with this email address."],
  'email.invalid': [400, 'Invalid email address'],
  'email.taken': [403, 'This account already exists'],
  'link.invalid': [400, 'Invalid access link'],
  'link.expired': [404, 'Access link is invalid or has expired'],
  'code.invalid': [400, 'Invalid code'],
  'code.expired': [404, 'Code is invalid or has expired'],
  'password.invalid': [400, 'Invalid password'],
  'password.mismatch': [400, 'Passwords do not match.'],
  'passkey.there': [409, "You've already added this passkey."],
  'two-step.ticket': [404, 'This log-in has expired. Please start again.'],

  // Sign-up and profile
  'signup.gender-birth': [400, 'Please select your gender at birth.'],
  'signup.gender': [400, 'Please select your current gender.'],
  'signup.interested': [400, 'Please select the gender(s) you are interested in.'],
  'signup.goals': [400, 'Please select your relationship goals.'],
  'signup.birthday': [400, 'Invalid birthday date.'],
  'signup.country': [400, 'Please select your country.'],
  'signup.city': [400, 'Please enter your city.'],
  'signup.location': [400, "We couldn't determine your geolocation. Please select your nearest city."],
  'first-name.invalid': [
    400,
    'First name must be from 2 to 15 characters long and can contain only letters and hyphen.',
  ],
  'profile.tagline': [400, 'Please enter a tagline.'],
  'profile.too-long': [400, '{field} can be at most {n} characters long.'],
  'profile.too-many-lines': [400, '{field} can be at most {n} lines long.'],
  'profile.value': [400, "This value isn't allowed for {field}."],
  'profile.too-many': [400, '{field}: please choose at most {n}.'],
  'profile.range': [400, '{field} must be a whole number from {min} to {max}.'],
  'place.unknown': [404, 'We were unable to detect your location automatically. Please, select it manually.'],

  // Photos
  'photo.type': [400, 'Invalid file type. Please upload an image.'],
  'photo.too-large': [400, 'This photo is too large. Please choose one of up to 25 MB and 64 megapixels.'],
  'photo.limit': [400, 'You can only upload up to {n} more photos.'],
  'photo.upload-failed': [0, 'Error uploading {file}.'],

  // Gestures, blocks, reports
  'rose.wait': [400, '{left} until you can send another surprise'],
  'preferences.value': [400, "This value isn't allowed for {field}."],
  'search.filter': [400, "This value isn't allowed for the filter {field}."],
  'saved-search.name': [400, 'Please enter a name of 1 to 40 characters.'],
  'report.reason': [400, 'Please choose a reason.'],
  'appeal.key': [404, 'This link is invalid or has expired'],

  // Messages
  'message.link': [400, 'Sending links is not allowed.'],
  'message.empty': [400, 'Please write a message.'],
  'message.too-long': [400, 'A message can be at most 2,000 characters long.'],
  'socket.lost': [0, 'Connection lost'],
  'socket.failed': [400, 'An error occurred.'],

  // Settings and account
  'people-i-know.address': [400, 'Please check this address: {address}'],
  'people-i-know.limit': [400, 'You can add up to {n} addresses.'],
  'unsubscribe.invalid': [404, 'This link is invalid or has expired'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ClientProblemCode = keyof typeof clientProblems
export type ProblemValues = Record<string, string | number>

export const fillIn = (message: string, values: ProblemValues = {}): string =>
  message.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole))

export const clientMessage = (code: ClientProblemCode, values?: ProblemValues): string =>
  fillIn(clientProblems[code][1], values)

/** The result of a rule that the web and the server check: the value to store, or the problem with it. */
export type Checked<V> =
  | { ok: true; value: V }
  | { ok: false; code: ClientProblemCode; values?: ProblemValues }
export const fine = <V>(value: V): Checked<V> => ({ ok: true, value })
export const wrong = (code: ClientProblemCode, values?: ProblemValues): Checked<never> => ({
  ok: false,
  code,
  values,
})

/** For a reply without a message, such as a proxy's. */
export function messageForStatus(status: number): string {
  if (status === 400) return clientProblems.invalid[1]
  if (status === 429) return TOO_MANY
  return status >= 500 ? SERVER_ERROR : TRY_LATER
}
