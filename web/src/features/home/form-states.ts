import { useLocation } from 'react-router'

/** The states of the log-in area after the first, named as in the hash of the address. */
export const formStates = [
  'log-in',
  'forgot-password',
  'password-info-sent',
  'link-sent',
  'code-sent',
  'deactivated',
] as const
export type FormState = (typeof formStates)[number]

/** The form in the hash of the address, if any. */
export function useFormState(): FormState | undefined {
  const { hash } = useLocation()
  return formStates.find((candidate) => `#${candidate}` === hash)
}

export interface AreaProps {
  email: string
  onEmail(email: string): void
  onGo(state: FormState): void
}
