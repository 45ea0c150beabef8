/** The states of the log-in area beyond the first, as the address's hash names them. */
export const formStates = [
  'log-in',
  'forgot-password',
  'password-info-sent',
  'link-sent',
  'code-sent',
  'deactivated',
] as const
export type FormState = (typeof formStates)[number]

/** What each form of the area is given. */
export interface AreaProps {
  email: string
  onEmail(email: string): void
  onGo(state: FormState): void
}
