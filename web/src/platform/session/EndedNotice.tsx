import type { SessionEnd } from '@rosella/contract/access/rules'
import { readEnded } from './session'

const reasons: Record<SessionEnd, string> = {
  expired: 'You weren’t here for 30 days, so we logged you out.',
  ended: 'This device was logged out from another one.',
  oldest: 'You’re logged in on 50 devices, so we logged out the one you logged in on first.',
  password: 'Your password was changed, which logs out every other device.',
  address: 'Your email address was changed, which logs out every other device.',
  confirmed: 'Your email address was confirmed without your password, which logs out every other device.',
  undone: 'A change to your account was undone, which logs out every device.',
  status: 'A moderator has restricted your account. Log in to see why.',
  closed: 'Your account was deactivated or deleted on another device.',
}

/** Says why the server ended the session of this device. Load it on demand, because this is rare. */
export function EndedNotice() {
  const why = readEnded()?.why
  return (
    <p role="status" className="petal-md bg-wattle-soft px-5 py-4 font-medium text-on-wattle-soft">
      {(why && reasons[why]) ?? 'Your session has ended.'}
    </p>
  )
}
