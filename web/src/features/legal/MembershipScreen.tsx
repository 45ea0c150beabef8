import { useTitle } from '../../platform/title'

/** The specification wants the word and nothing else. */
export function MembershipScreen() {
  useTitle('Membership')
  return <h1 className="mx-auto w-full max-w-3xl px-4 py-14 text-5xl sm:px-6">Membership</h1>
}
