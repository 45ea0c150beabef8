import { isPassword, isPasswordCharacter, passwordHint } from '@rosella/contract/access/rules'

/** What every field for a new password is given: the rule the server enforces. */
export const passwordRule = {
  allows: isPasswordCharacter,
  accepts: isPassword,
  invalidText: passwordHint,
}
