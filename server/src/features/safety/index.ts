import * as cases from '@rosella/contract/safety/case-endpoints'
import * as calls from '@rosella/contract/safety/endpoints'
import * as shield from '@rosella/contract/safety/shield-endpoints'
import { every, type Feature, HOUR, job, retry } from '../../platform/feature'
import { file, guarded, open } from '../../platform/http/route'
import { readAppeal, sendAppeal } from './appeal'
import { sendBannedEmail, sendCaseEmail } from './case-email'
import { decideAppeal } from './cases/decide-appeal'
import { decideCase } from './cases/decide-case'
import { listCases, readCase } from './cases/list-cases'
import { takeCase } from './cases/take-case'
import { readTransparency, transparencyCsv } from './cases/transparency'
import type { Deps } from './deps'
import { listPastContacts } from './past-contacts'
import { listMyReports, reportUser } from './report-user'
import { deleteRetained } from './retained-messages'
import { changeScamRule, listScamRules } from './shield/scam-rules'
import { deleteOldSigns, dismissWarning } from './shield/warnings'

export const safety = (deps: Deps): Feature => {
  const report = (period: { from: number; to: number }) =>
    deps.replica.read((db) => readTransparency({ db }, period))
  return {
    routes: [
      guarded(calls.reportUser, (viewer, input) => reportUser(deps, viewer, input)),
      guarded(calls.pastContacts, (viewer, input) => listPastContacts(deps, viewer.id, input)),
      guarded(calls.dismissScamWarning, (viewer, { recipient_id }) =>
        dismissWarning(deps, viewer, recipient_id),
      ),
      guarded(calls.myReports, (viewer) => listMyReports(deps.db, viewer.id)),
      open(calls.readAppeal, (input) => readAppeal(deps, input)),
      open(calls.sendAppeal, (input) => sendAppeal(deps, input)),
      guarded(cases.adminReports, (admin, input) => listCases(deps, admin, input)),
      guarded(cases.adminReport, (admin, { id }) => readCase(deps, admin, id)),
      guarded(cases.takeReport, (admin, input) => takeCase(deps, admin, input)),
      guarded(cases.decideReport, (admin, input) => decideCase(deps, admin, input)),
      guarded(cases.decideAppeal, (admin, input) => decideAppeal(deps, admin, input)),
      guarded(cases.transparency, (_admin, input) => report(input)),
      file(cases.transparencyFile, async (_admin, input) => transparencyCsv(await report(input))),
      guarded(shield.scamRules, () => listScamRules(deps)),
      guarded(shield.changeScamRule, (admin, input) => changeScamRule(deps, admin, input)),
    ],
    jobs: [
      job('case-mail', retry.important, sendCaseEmail(deps)),
      job('banned-mail', retry.awaited, sendBannedEmail(deps)),
    ],
    schedules: [
      every(HOUR, 'delete-retained', deleteRetained(deps)),
      every(HOUR, 'delete-old-signs', deleteOldSigns(deps)),
    ],
  }
}

export { caseLines } from './cases/list-cases'
export { retainConversations, retainMessages } from './retained-messages'
export { simhash } from './scam-signs/simhash'
export { openShield, type ScamShield } from './shield/open-shield'
