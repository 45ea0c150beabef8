import * as calls from '@rosella/contract/admin/endpoints'
import { auditCsv, deleteOldAuditValues, listAudit } from '../../members/audit'
import { every, type Feature, HOUR, MINUTE } from '../../platform/feature'
import { file, guarded } from '../../platform/http/route'
import { changeSetting, listSettings } from './content/change-setting'
import { listTexts, saveText } from './content/save-text'
import type { Deps } from './deps'
import { changeMember, impersonate, liftSuspensions } from './members/change-member'
import { inviteBy } from './members/invite-member'
import { readMember, searchMembers } from './members/read-member'
import { findCandidates, listBulk, suspendSeveral, undoBulk } from './members/suspend-several'
import { countDays, readOverview } from './system/overview'
import { readSystem, retryJob, sendTestEmail } from './system/read-system'
import { readWorkload } from './system/workload'

export const admin = (deps: Deps): Feature => ({
  routes: [
    guarded(calls.adminMembers, (viewer, input) => searchMembers(deps, viewer, input)),
    guarded(calls.adminMember, (viewer, { id }) => readMember(deps, viewer, id)),
    guarded(calls.changeMember, (viewer, input) => changeMember(deps, viewer, input)),
    guarded(calls.bulkCandidates, (viewer, input) => findCandidates(deps, viewer, input)),
    guarded(calls.bulkSuspend, (viewer, input) => suspendSeveral(deps, viewer, input)),
    guarded(calls.bulkUndo, (viewer, input) => undoBulk(deps, viewer, input)),
    guarded(calls.bulkSuspensions, (viewer) => listBulk(deps, viewer)),
    guarded(calls.impersonate, (viewer, input) => impersonate(deps, viewer, input)),
    guarded(calls.invite, (viewer, { invite_email }) => inviteBy(deps, viewer, invite_email)),
    guarded(calls.overview, () => readOverview(deps)),
    guarded(calls.workload, (viewer) => readWorkload(deps, viewer)),
    guarded(calls.adminSettings, () => listSettings(deps)),
    guarded(calls.changeSetting, (viewer, input) => changeSetting(deps, viewer, input)),
    guarded(calls.adminPrompts, async (_viewer, { p }) => {
      const { items, pages } = await listTexts(deps.db, 'prompt', p)
      return { items: items.map(({ id, text, active }) => ({ id, question: text, active })), pages }
    }),
    guarded(calls.savePrompt, (viewer, { id, question, active }) =>
      saveText(deps, viewer, 'prompt', { id, text: question, active }),
    ),
    guarded(calls.adminTips, async (_viewer, { p }) => {
      const { items, pages } = await listTexts(deps.db, 'tip', p)
      return { items, pages }
    }),
    guarded(calls.saveTip, (viewer, { id, text, active }) =>
      saveText(deps, viewer, 'tip', { id, text, active }),
    ),
    guarded(calls.audit, (viewer, input) => listAudit(deps, viewer, input)),
    file(calls.auditFile, async (viewer, input) => auditCsv(deps, viewer, input)),
    guarded(calls.system, () => readSystem(deps)),
    guarded(calls.testEmail, (viewer) => sendTestEmail(deps, viewer)),
    guarded(calls.retryJob, (viewer, { id }) => retryJob(deps, viewer, id)),
  ],
  schedules: [
    every(MINUTE, 'lift-suspensions', liftSuspensions(deps)),
    every(10 * MINUTE, 'count-days', () => countDays(deps)),
    every(HOUR, 'delete-old-audit-values', deleteOldAuditValues(deps)),
  ],
})

export type { AboutSite } from './deps'
export { nameAdmins } from './members/invite-member'
export { collectMetrics, type MetricSources } from './system/collect-metrics'
export { ConfigHealth, connectionShortage } from './system/config-health'
