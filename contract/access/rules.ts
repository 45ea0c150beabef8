/**
 * Linear time on any input: the naive pattern blocks the server for 15 s on 5,000 characters. Excludes
 * invisible characters and email header syntax, because members with such an address could sign up and never
 * receive an email.
 */
export const EMAIL_PATTERN = '^[^\\s\\p{C}<>@]+@[^\\s\\p{C}<>@.]+(?:\\.[^\\s\\p{C}<>@.]+)+$'
const EMAIL = new RegExp(EMAIL_PATTERN, 'u')
export const EMAIL_MAX = 254
export const isEmail = (value: string): boolean => value.length <= EMAIL_MAX && EMAIL.test(value)

export const LOGIN_PASSWORD_MIN = 5
const PASSWORD_SYMBOLS = '~`!@#$%^&*()\'".,<>?|\\/=-+_:;{}[]'
const PASSWORD_CHARACTER = /^[A-Za-z0-9~`!@#$%^&*()'".,<>?|\\/=\-+_:;{}[\]]$/
export const PASSWORD_PATTERN = '^[A-Za-z0-9~`!@#$%^&*()\'".,<>?|\\\\/=\\-+_:;{}\\[\\]]{8,64}$'
const PASSWORD = new RegExp(PASSWORD_PATTERN)
export const isPassword = (value: string): boolean => PASSWORD.test(value)
/** Passwords may contain only these characters; the form blocks other keys. */
export const isPasswordCharacter = (key: string): boolean => PASSWORD_CHARACTER.test(key)
export const passwordHint = `8+ characters: A-Z, a-z, 0-9, ${[...PASSWORD_SYMBOLS].join(' ')}`

export const HASH_PATTERN = '^[0-9a-fA-F]{64}$'
const isAccessHash = (value: string): boolean => value.length === 64
export const CODE_PATTERN = '^[0-9]{6}$'
export const isAccessCode = (value: string): boolean => /^\d{6}$/.test(value)

/** Wrong codes per hour on the whole site that are explained by typing errors; more suggest guessing. */
export const NORMAL_WRONG_CODES = 100

export type AccessLink = { hash: string; email: string }
/** Reads the query of an access link, or returns the code of its problem. */
export function readAccessLink(query: URLSearchParams): AccessLink | 'link.invalid' | 'email.invalid' {
  const hash = query.get('hash') ?? ''
  const email = query.get('email') ?? ''
  if (email === '' || !isAccessHash(hash)) return 'link.invalid'
  return isEmail(email) ? { hash, email } : 'email.invalid'
}

/** Why the server ended a session. A 401 carries it as `values.why`, if it is known. */
export type SessionEnd =
  | 'expired'
  | 'ended'
  | 'oldest'
  | 'password'
  | 'address'
  | 'confirmed'
  | 'undone'
  | 'status'
  | 'closed'

/** How long after a log-in or re-authentication a session may make sensitive calls. */
export const REAUTHENTICATION_SECONDS = 15 * 60
/** Lifetime of a passkey challenge and of the ticket between password and two-step code. */
export const LOGIN_CHALLENGE_SECONDS = 5 * 60
/** Wrong two-step codes until a ticket is void. */
export const LOGIN_CHALLENGE_TRIES = 10
/** Wrong app codes in a day until the account accepts only recovery codes and passkeys. */
export const TWO_STEP_TRIES_A_DAY = 30
/** How long the link in the email about a changed credential can undo it. */
export const UNDO_SECONDS = 48 * 3600
export const RECOVERY_CODES = 10
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 40

/** Six digits from the app or a recovery code; people type both with spaces and dashes. */
export const TWO_STEP_CODE_MAX = 40
/** Emails about credential changes and new devices, per account. */
export const SECURITY_EMAILS_A_DAY = 20
/** The page that those links open; its query has the key, and whether it ends one session, ends all or undoes a change. */
export const UNDO_PATH = '/undo'
export type UndoWhat = 'session' | 'sessions' | 'change'
