import KeyRound from 'lucide-react/icons/key-round'
import { useTitle } from '../../platform/title'
import { ButtonLink } from '../../ui/Button'
import '../../full-styles.css'

/** Shown instead of the admin area until the account has a passkey or two-step verification. */
export function StrongAuthRequired() {
  useTitle('Set up a passkey or two-step verification')
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-5 px-4 py-16 text-center">
      <span
        aria-hidden="true"
        className="petal grid size-24 place-items-center bg-wattle-soft text-on-wattle-soft"
      >
        <KeyRound className="size-10" strokeWidth={1.75} />
      </span>
      <h1 className="text-3xl">Set up a passkey or two-step verification first</h1>
      <p className="text-muted">
        You can see every member’s data here, so please protect your account with a passkey or two-step
        verification first. Neither can be guessed or read in an email.
      </p>
      <ButtonLink to="/settings#password">Set it up in settings</ButtonLink>
      <ButtonLink to="/" tone="bare">
        Back to the site
      </ButtonLink>
    </div>
  )
}
