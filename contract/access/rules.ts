/**
 * Linear time on any input (the naive pattern stops a server for 15 s on 5,000 characters). Nothing that cannot be
 * seen or that a mail's header is written with: such an address could be signed up with and never written to.
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
/** Whether a single typed character may stand in a password; other keys are blocked. */
export const isPasswordCharacter = (key: string): boolean => PASSWORD_CHARACTER.test(key)
export const passwordHint = `8+ characters: A-Z, a-z, 0-9, ${[...PASSWORD_SYMBOLS].join(' ')}`

export const HASH_PATTERN = '^[0-9a-fA-F]{64}$'
const isAccessHash = (value: string): boolean => value.length === 64
export const CODE_PATTERN = '^[0-9]{6}$'
export const isAccessCode = (value: string): boolean => /^\d{6}$/.test(value)

/** So many wrong codes in an hour on the whole site are people who mistype; more is somebody who guesses. */
export const CALM_WRONG_CODES = 100

export type AccessLink = { hash: string; email: string }
/** Reads an access link's query; says which problem it has otherwise. */
export function readAccessLink(query: URLSearchParams): AccessLink | 'link.invalid' | 'email.invalid' {
  const hash = query.get('hash') ?? ''
  const email = query.get('email') ?? ''
  if (email === '' || !isAccessHash(hash)) return 'link.invalid'
  return isEmail(email) ? { hash, email } : 'email.invalid'
}

/** A log-in, and a proof given later, lets a session do dangerous things for so long, in seconds. */
export const REAUTHENTICATION_SECONDS = 15 * 60
/** How long a passkey's challenge and the ticket between two steps live. */
export const LOGIN_CHALLENGE_SECONDS = 5 * 60
/** Wrong second steps until a ticket is void. */
export const LOGIN_CHALLENGE_TRIES = 10
/** Wrong codes of the authenticator app in a day until only recovery codes and passkeys work for the account. */
export const TWO_STEP_TRIES_A_DAY = 30
/** How long the link in the mail about a changed credential undoes it. */
export const UNDO_SECONDS = 48 * 3600
export const RECOVERY_CODES = 10
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 40

/** Six digits of the authenticator app, or a recovery code; people write both with spaces and dashes. */
export const TWO_STEP_CODE_MAX = 40
/** The page behind the links in those mails: the key, and whether it ends a session or undoes a change. */
export const UNDO_PATH = '/undo'
export type UndoWhat = 'session' | 'change'
