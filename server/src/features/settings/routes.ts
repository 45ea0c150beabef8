import * as calls from '@rosella/contract/settings/endpoints'
import { readableSettings, type ServerSettings } from '@rosella/contract/settings/shapes'
import type { Foundations } from '../../ports/foundations'
import { guarded, open, type Route } from '../../ports/route'
import { changePassword } from './change-password'
import { readUserSettings } from './read-user-settings'
import { saveSetting } from './save-setting'

type Deps = Pick<Foundations, 'db' | 'bus' | 'passwords' | 'settings'>

export const settingsRoutes = (deps: Deps): Route[] => [
  open(calls.getSettings, ({ settings }) => readSettings(deps, settings)),
  guarded(calls.getUserSettings, (viewer) => readUserSettings(deps, viewer)),
  guarded(calls.saveSetting, (viewer, input) => saveSetting(deps, viewer, input)),
  guarded(calls.settingsChangePassword, (viewer, input) => changePassword(deps, viewer, input)),
]

/** Those asked for by name, separated by commas; all that clients may read when none is named. */
async function readSettings(deps: Deps, names: string | undefined): Promise<ServerSettings> {
  const all = await deps.settings.current()
  const wanted = names ? names.split(',').map((name) => name.trim()) : readableSettings
  const readable = readableSettings.filter((name) => (wanted as readonly string[]).includes(name))
  return Object.fromEntries(readable.map((name) => [name, all[name]]))
}
