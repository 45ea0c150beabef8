import KeyRound from 'lucide-react/icons/key-round'
import { useTitle } from '../../platform/title'
import { ButtonLink } from '../../ui/Button'
import '../../full-styles.css'

/** In place of the admin area, until there is a key that nobody can guess or read in a mail. */
export function KeyMissing() {
  useTitle('Set up a second key')
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
        This area shows the data of every member. Please protect your account with a passkey or two-step
        verification, because neither can be guessed or read in an email.
      </p>
      <ButtonLink to="/settings#password">Set it up in settings</ButtonLink>
      <ButtonLink to="/" tone="bare">
        Back to the site
      </ButtonLink>
    </div>
  )
}
