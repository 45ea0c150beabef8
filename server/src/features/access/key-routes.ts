import * as calls from '@rosella/contract/access/key-endpoints'
import { guarded, open, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { readOwnKeys } from './own-keys'
import { logInByPasskey } from './passkeys/log-in-by-passkey'
import { passkeyOptions } from './passkeys/passkey-options'
import { registerOptions, registerPasskey } from './passkeys/register-passkey'
import { removePasskey } from './passkeys/remove-passkey'
import { prove } from './prove'
import { logInSecond } from './second-step/log-in-second'
import { renewRecoveryCodes } from './second-step/recovery-codes'
import { confirmSecond, endSecond, startSecond } from './second-step/set-up-second'
import { undoChange } from './undo/undo-change'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'passwords' | 'settings' | 'site'> & {
  browserSecret: Buffer
  secondKey: Buffer
}

export const keyRoutes = (deps: Deps): Route[] => [
  open(calls.passkeyOptions, (input) => passkeyOptions(deps, input)),
  open(calls.passkeyLogin, ({ passkey }, caller) => logInByPasskey(deps, passkey, caller)),
  guarded(calls.passkeyRegisterOptions, (viewer) => registerOptions(deps, viewer)),
  guarded(calls.passkeyRegister, (viewer, input) => registerPasskey(deps, viewer, input)),
  guarded(calls.listPasskeys, (viewer) => readOwnKeys(deps.db, viewer.id)),
  guarded(calls.deletePasskey, (viewer, { id }) => removePasskey(deps, viewer, id)),
  guarded(calls.startSecond, (viewer) => startSecond(deps, viewer)),
  guarded(calls.confirmSecond, (viewer, { code }) => confirmSecond(deps, viewer, code)),
  guarded(calls.endSecond, (viewer) => endSecond(deps, viewer)),
  guarded(calls.newRecoveryCodes, (viewer) => renewRecoveryCodes(deps, viewer)),
  open(calls.loginSecond, (input, caller) => logInSecond(deps, input, caller)),
  guarded(calls.prove, (viewer, input) => prove(deps, viewer, input)),
  open(calls.undo, ({ key }) => undoChange(deps, key)),
]
