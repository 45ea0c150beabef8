import * as calls from '@rosella/contract/admin/endpoints'
import { file, guarded, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { changeSetting, listSettings } from './change-setting'
import { listAudit } from './list-audit'
import { readOverview } from './read-overview'
import { listTexts, saveText } from './save-text'
import { readTransparency } from './transparency'
import { transparencyCsv } from './transparency-csv'

type Deps = Pick<Services, 'db' | 'replica' | 'bus' | 'clock' | 'settings' | 'site'>

/** The site as a whole: its numbers, its words and settings, and what was done. */
export const adminContentRoutes = (deps: Deps): Route[] => {
  const report = (period: { from: number; to: number }) =>
    deps.replica.read((db) => readTransparency({ db }, period))
  return [
    guarded(calls.overview, () => readOverview(deps)),
    guarded(calls.adminSettings, () => listSettings(deps)),
    guarded(calls.changeSetting, (admin, input) => changeSetting(deps, admin, input)),
    guarded(calls.adminPrompts, async (_admin, { p }) => {
      const { items, pages } = await listTexts(deps.db, 'prompt', p)
      return { items: items.map(({ id, words, active }) => ({ id, question: words, active })), pages }
    }),
    guarded(calls.savePrompt, (admin, { id, question, active }) =>
      saveText(deps, admin, 'prompt', { id, words: question, active }),
    ),
    guarded(calls.adminTips, async (_admin, { p }) => {
      const { items, pages } = await listTexts(deps.db, 'tip', p)
      return { items: items.map(({ id, words, active }) => ({ id, text: words, active })), pages }
    }),
    guarded(calls.saveTip, (admin, { id, text, active }) =>
      saveText(deps, admin, 'tip', { id, words: text, active }),
    ),
    guarded(calls.audit, (_admin, input) => listAudit(deps, input)),
    guarded(calls.transparency, (_admin, input) => report(input)),
    file(calls.transparencyFile, async (_admin, input) => transparencyCsv(await report(input))),
  ]
}
