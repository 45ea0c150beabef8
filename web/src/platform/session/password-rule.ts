import { isPassword, isPasswordCharacter, passwordHint } from '@rosella/contract/access/rules'

/** The server's rule, for every new-password field. */
export const passwordRule = {
  allows: isPasswordCharacter,
  accepts: isPassword,
  invalidText: passwordHint,
}
