import { isEmail, isPassword } from '@rosella/contract/access/rules'
import { isFirstName } from '@rosella/contract/profile/rules'
import { isBirthday } from '@rosella/contract/signup/rules'
import type { EmailState } from '../../platform/email-check'
import { birthdayOf, type Draft, today } from './signup-form'

/** What still keeps step 1 from going on, in the order of the form; an invited member has an address already. */
export function missingBasics(draft: Draft, emailState: EmailState, invited: boolean): string[] {
  const birthday = birthdayOf(draft)
  const answers: [name: string, given: boolean][] = [
    ['first name', isFirstName(draft.username.trim())],
    ['gender at birth', draft.gender_birth !== null],
    ['current gender', draft.gender !== null],
    ['who you are interested in', draft.interested !== null],
    ['relationship goals', draft.relationship_goals !== null],
    ['birth month', birthday !== undefined && isBirthday(birthday, today())],
  ]
  if (!invited) {
    answers.push([emailName(draft.email.trim(), emailState), emailState === 'available'])
    answers.push(['password', isPassword(draft.password)])
  }
  return answers.filter(([, given]) => !given).map(([name]) => name)
}

const emailName = (email: string, state: EmailState): string => {
  if (state === 'taken') return 'an email that is not in use'
  return isEmail(email) ? 'the check of your email' : 'email'
}

/** 'Still missing: first name, email and password.' Null when nothing is. */
export function missingWords(missing: readonly string[]): string | null {
  const last = missing.at(-1)
  if (last === undefined) return null
  const others = missing.slice(0, -1).join(', ')
  return `Still missing: ${others === '' ? last : `${others} and ${last}`}.`
}
