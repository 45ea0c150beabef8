/** A log-in, and a proof given later, lets a session do dangerous things for so long, in seconds. */
export const PROOF_SECONDS = 15 * 60
/** How long a passkey's challenge and the ticket between two steps live. */
export const TICKET_SECONDS = 5 * 60
/** Wrong second steps until a ticket is void. */
export const TICKET_TRIES = 10
/** Wrong codes of the authenticator app in a day until only recovery codes and passkeys work for the account. */
export const SECOND_TRIES_A_DAY = 30
/** How long the link in the mail about a changed credential undoes it. */
export const UNDO_SECONDS = 48 * 3600
export const RECOVERY_CODES = 10
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 40

/** Six digits of the authenticator app, or a recovery code; people write both with spaces and dashes. */
export const SECOND_CODE_MAX = 40
/** The page behind the links in those mails: the key, and whether it ends a session or undoes a change. */
export const UNDO_PATH = '/undo'
export type UndoWhat = 'session' | 'change'
