import * as calls from '@rosella/contract/dates/endpoints'
import { every, type Feature, HOUR, job, MINUTE, retry } from '../../platform/feature'
import { file, guarded, open } from '../../platform/http/route'
import type { Services } from '../../platform/services'
import {
  advanceCheckIn,
  answerCheckIn,
  answerOwnCheckIn,
  deleteCheckIn,
  listCheckIns,
  readOwnCheckIn,
  saveCheckIn,
} from './check-ins'
import { answerContact, readAlert, sendContactEmail } from './contacts'
import { deleteFeedback, deleteOldDates, sendDateNotice, sendFeedback } from './notices'
import { dateCalendar, listPlans } from './plans'

export interface Deps extends Services {
  /** Signs the keys in emails to trusted contacts, and hashes their addresses. */
  contactSecret: Buffer
}

/** Alarms must not be late: a job of a killed process is taken over within seconds, and no number of tries ends it. */
const alarm = { concurrency: 8, tries: 100_000, leaseSeconds: 8, firstPause: 1, longestPause: 5 }

export const dates = (deps: Deps): Feature => ({
  routes: [
    guarded(calls.listDates, async (viewer) => ({
      dates: await listPlans(deps, viewer),
      check_ins: viewer.impersonator === null ? await listCheckIns(deps, viewer) : [],
    })),
    file(calls.dateCalendar, (viewer, { id }) => dateCalendar(deps, viewer, id)),
    guarded(calls.saveCheckIn, (viewer, input) => saveCheckIn(deps, viewer, input)),
    guarded(calls.answerCheckIn, (viewer, input) => answerCheckIn(deps, viewer, input)),
    guarded(calls.deleteCheckIn, (viewer, { id }) => deleteCheckIn(deps, viewer, id)),
    guarded(calls.sendDateFeedback, (viewer, input) => sendFeedback(deps, viewer, input)),
    guarded(calls.deleteDateFeedback, (viewer, input) => deleteFeedback(deps, viewer, input)),
    open(calls.readOwnCheckIn, (input) => readOwnCheckIn(deps, input)),
    open(calls.answerOwnCheckIn, (input) => answerOwnCheckIn(deps, input)),
    open(calls.answerContact, (input) => answerContact(deps, input)),
    open(calls.stopContact, async ({ key }) => {
      await answerContact(deps, { key, answer: 'stop' })
      return {}
    }),
    open(calls.readAlert, (input) => readAlert(deps, input)),
  ],
  jobs: [
    job('check-in', alarm, advanceCheckIn(deps)),
    job('contact-mail', alarm, sendContactEmail(deps)),
    job('date-notice', { ...retry.awaited, longestPause: 5 * MINUTE, leaseSeconds: 8 }, sendDateNotice(deps)),
  ],
  schedules: [every(HOUR, 'delete-old-dates', deleteOldDates(deps))],
})

export { answerDate, findDateEvent, planDate } from './plans'
