import * as calls from '@rosella/contract/settings/endpoints'
import { type ReadableSettings, readableSettings } from '@rosella/contract/settings/shapes'
import { every, type Feature, job, MINUTE, retry } from '../../platform/feature'
import { guarded, open } from '../../platform/http/route'
import type { Services } from '../../platform/services'
import { unsubscribe } from '../notifications/index'
import { changeEmail, changePassword, verifyEmail } from './change-credentials'
import { addPeopleIKnow, clearPeopleIKnow, countPeopleIKnow, listBlocked } from './hidden-people'
import { readUserSettings, saveSetting } from './save-setting'
import { PLAN, planSummaries, sendSummary } from './summary'

export const settings = (deps: Services): Feature => ({
  routes: [
    open(calls.getSettings, ({ settings }) => readSettings(deps, settings)),
    guarded(calls.getUserSettings, (viewer) => readUserSettings(deps, viewer)),
    guarded(calls.saveSetting, (viewer, input) => saveSetting(deps, viewer, input)),
    guarded(calls.blockedUsers, (viewer, { p }) => listBlocked(deps, viewer, p)),
    guarded(calls.countPeopleIKnow, (viewer) => countPeopleIKnow(deps, viewer)),
    guarded(calls.addPeopleIKnow, (viewer, { addresses }) => addPeopleIKnow(deps, viewer, addresses)),
    guarded(calls.clearPeopleIKnow, (viewer) => clearPeopleIKnow(deps, viewer)),
    guarded(calls.verifyEmail, (viewer) => verifyEmail(deps, viewer)),
    guarded(calls.changeEmail, (viewer, input) => changeEmail(deps, viewer, input)),
    guarded(calls.settingsChangePassword, (viewer, input) => changePassword(deps, viewer, input)),
    open(calls.unsubscribe, ({ key }) => unsubscribe(deps, key)),
  ],
  jobs: [job('summary-mail', retry.atMostOnce, sendSummary(deps))],
  schedules: [every(MINUTE, PLAN, planSummaries(deps))],
})

/** The requested settings, or all that clients may read if none is named. */
async function readSettings(deps: Services, names: string | string[] = ''): Promise<ReadableSettings> {
  const all = await deps.settings.current()
  const named = String(names)
  const wanted = named ? named.split(',').map((name) => name.trim()) : readableSettings
  const readable = readableSettings.filter((name) => (wanted as readonly string[]).includes(name))
  return Object.fromEntries(readable.map((name) => [name, all[name]]))
}
