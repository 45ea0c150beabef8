import * as cases from '@rosella/contract/safety/case-endpoints'
import * as calls from '@rosella/contract/safety/endpoints'
import * as shield from '@rosella/contract/safety/shield-endpoints'
import { every, type Feature, HOUR, job, MINUTE, retry } from '../../platform/feature'
import { file, guarded, open } from '../../platform/http/route'
import { readAppeal, sendAppeal } from './appeal'
import { sendBannedEmail, sendCaseEmail } from './case-email'
import { decideAppeal } from './cases/decide-appeal'
import { decideCase } from './cases/decide-case'
import { listCases, readCase } from './cases/list-cases'
import { listReplyTemplates, saveReplyTemplate } from './cases/reply-templates'
import { takeCase, takeNextCase } from './cases/take-case'
import { readTransparency, transparencyCsv } from './cases/transparency'
import type { Deps } from './deps'
import { listPastContacts } from './past-contacts'
import { listMyReports, reportUser } from './report-user'
import { deleteRetained } from './retained-messages'
import { listSafetyNotices, markNoticeSeen, sendSafetyMail, sendSafetyNotices } from './safety-notices'
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
      guarded(calls.safetyNotices, (viewer) => listSafetyNotices(deps, viewer.id)),
      guarded(calls.safetyNoticeSeen, (viewer, input) => markNoticeSeen(deps, viewer.id, input)),
      open(calls.readAppeal, (input) => readAppeal(deps, input)),
      open(calls.sendAppeal, (input) => sendAppeal(deps, input)),
      guarded(cases.adminReports, (admin, input) => listCases(deps, admin, input)),
      guarded(cases.adminReport, (admin, { id }) => readCase(deps, admin, id)),
      guarded(cases.nextReport, (admin, input) => takeNextCase(deps, admin, input)),
      guarded(cases.takeReport, (admin, input) => takeCase(deps, admin, input)),
      guarded(cases.decideReport, (admin, input) => decideCase(deps, admin, input)),
      guarded(cases.decideAppeal, (admin, input) => decideAppeal(deps, admin, input)),
      guarded(cases.replyTemplates, () => listReplyTemplates(deps)),
      guarded(cases.saveReplyTemplate, (admin, input) => saveReplyTemplate(deps, admin, input)),
      guarded(cases.transparency, (_admin, input) => report(input)),
      file(cases.transparencyFile, async (_admin, input) => transparencyCsv(await report(input))),
      guarded(shield.scamRules, () => listScamRules(deps)),
      guarded(shield.changeScamRule, (admin, input) => changeScamRule(deps, admin, input)),
    ],
    jobs: [
      job('case-mail', retry.important, sendCaseEmail(deps)),
      job('banned-mail', retry.awaited, sendBannedEmail(deps)),
      // For a day: losing a warning is worse than sending it twice.
      job(
        'safety-mail',
        { concurrency: 8, tries: 30, firstPause: MINUTE, longestPause: HOUR },
        sendSafetyMail(deps),
      ),
    ],
    schedules: [
      every(HOUR, 'delete-retained', deleteRetained(deps)),
      every(MINUTE, 'send-safety-notices', sendSafetyNotices(deps)),
      every(HOUR, 'delete-old-signs', deleteOldSigns(deps)),
    ],
  }
}

export { caseLines, isShownTo } from './cases/list-cases'
export { contactKey, keepMessageContacts } from './message-contacts'
export { keepPastContacts } from './past-contacts'
export { retainConversations, retainMessages } from './retained-messages'
export { findSafetyNotices } from './safety-notices'
export { simhash } from './scam-signs/simhash'
export { openShield, type ScamShield } from './shield/open-shield'
