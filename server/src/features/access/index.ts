import * as calls from '@rosella/contract/access/endpoints'
import { every, type Feature, HOUR, job, MINUTE, retry } from '../../platform/feature'
import { guarded, open } from '../../platform/http/route'
import { requestAccessKey, sendAccessKey } from './access-email'
import { deleteExpired } from './access-keys'
import { changePasswordByLink } from './change-password-by-link'
import { revertCredentialChange } from './credential-changes/revert-credential-change'
import { sendCredentialEmail } from './credential-changes/send-credential-email'
import { readOwnCredentials } from './credentials'
import type { Deps } from './deps'
import { logIn } from './log-in'
import {
  logInByPasskey,
  passkeyOptions,
  registerOptions,
  registerPasskey,
  removePasskey,
} from './passkeys/passkeys'
import { reauthenticate } from './reauthenticate'
import { readOwnUser } from './session-record'
import { endSession, listSessions } from './sessions'
import { logInTwoStep } from './two-step/log-in-two-step'
import { renewRecoveryCodes } from './two-step/recovery-codes'
import { confirmTwoStep, disableTwoStep, startTwoStep } from './two-step/two-step'
import { collectBounces } from './undeliverable'

export const access = (deps: Deps): Feature => ({
  routes: [
    open(calls.login, (input, caller) => logIn(deps, input, caller)),
    open(calls.forgotPassword, ({ email }) => requestAccessKey(deps, email, 'password')),
    open(calls.requestAccess, ({ email, kind }) => requestAccessKey(deps, email, kind)),
    guarded(calls.logout, (viewer) => endSession(deps, viewer, viewer)),
    guarded(calls.changePassword, (viewer, input) => changePasswordByLink(deps, viewer, input)),
    guarded(calls.getUser, (viewer, _input, caller) => readOwnUser(deps, viewer, caller.token ?? '')),
    guarded(calls.listSessions, (viewer) => listSessions(deps, viewer)),
    guarded(calls.endSession, (viewer, input) => endSession(deps, viewer, input)),
    open(calls.passkeyOptions, (input) => passkeyOptions(deps, input)),
    open(calls.passkeyLogin, ({ passkey }, caller) => logInByPasskey(deps, passkey, caller)),
    guarded(calls.passkeyRegisterOptions, (viewer) => registerOptions(deps, viewer)),
    guarded(calls.passkeyRegister, (viewer, input) => registerPasskey(deps, viewer, input)),
    guarded(calls.listPasskeys, (viewer) => readOwnCredentials(deps.db, viewer.id)),
    guarded(calls.deletePasskey, (viewer, { id }) => removePasskey(deps, viewer, id)),
    guarded(calls.startTwoStep, (viewer) => startTwoStep(deps, viewer)),
    guarded(calls.confirmTwoStep, (viewer, { code }) => confirmTwoStep(deps, viewer, code)),
    guarded(calls.disableTwoStep, (viewer) => disableTwoStep(deps, viewer)),
    guarded(calls.newRecoveryCodes, (viewer) => renewRecoveryCodes(deps, viewer)),
    open(calls.loginTwoStep, (input, caller) => logInTwoStep(deps, input, caller)),
    guarded(calls.reauthenticate, (viewer, input) => reauthenticate(deps, viewer, input)),
    open(calls.undo, ({ key }) => revertCredentialChange(deps, key)),
  ],
  jobs: [
    job('access-mail', retry.awaited, sendAccessKey(deps)),
    job('credential-mail', retry.important, sendCredentialEmail(deps)),
  ],
  schedules: [
    every(HOUR, 'delete-expired', deleteExpired(deps)),
    every(10 * MINUTE, 'collect-bounces', collectBounces(deps)),
  ],
})

export { countEmail, isEmailAllowed, queueAccessEmail } from './access-email'
export { notifyCredentialChange } from './credentials'
export { findViewer } from './find-viewer'
export { Activity } from './record-activity'
export { sessionRecord } from './session-record'
export { findEndedSessions, type NewSession, openSession } from './sessions'
export { trustDevice } from './trusted-device'
export { heedBadAddresses } from './undeliverable'
