import { useLocation } from 'react-router'

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

/** The form that the address asks for; none at first. */
export function useFormState(): FormState | undefined {
  const { hash } = useLocation()
  return formStates.find((candidate) => `#${candidate}` === hash)
}

/** What each form of the area is given. */
export interface AreaProps {
  email: string
  onEmail(email: string): void
  onGo(state: FormState): void
}
