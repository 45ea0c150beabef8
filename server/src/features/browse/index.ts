import * as calls from '@rosella/contract/browse/endpoints'
import { exposure } from '@rosella/contract/browse/exposure'
import type { UnlistedMembers } from '../../members/unlisted-members'
import { every, type Feature, HOUR, job, MINUTE, retry } from '../../platform/feature'
import { guarded } from '../../platform/http/route'
import type { Services } from '../../platform/services'
import type { Finder } from './find-members'
import { listMembers } from './list-members'
import { readPreferences, savePreferences } from './search/preferences'
import { planSavedSearchEmails, sendSavedSearchEmail } from './search/saved-search-email'
import { deleteSavedSearch, listSavedSearches, saveSearch } from './search/saved-searches'
import { searchMembers } from './search/search-members'
import { assignSuggestions } from './suggestions/assign-suggestions'
import { countExposure, readExposure } from './suggestions/exposure'
import { type Assigning, forYou } from './suggestions/for-you'
import type { Impressions } from './suggestions/impression-counter'

type Deps = Services & Finder & { impressions: Impressions; unlisted: UnlistedMembers }

/** Also runs as soon as the site opens, so that the first day has suggestions. */
export const ASSIGN = 'assign-suggestions'

export const browse = (services: Deps): Feature => {
  const assigning: Assigning = new Map()
  const deps = { ...services, assigning }
  return {
    routes: [
      guarded(calls.listMembers, (viewer, input) => listMembers(deps, viewer, input)),
      guarded(calls.forYou, (viewer) => forYou(deps, viewer)),
      guarded(calls.getPreferences, (viewer) => readPreferences(deps.db, viewer.id)),
      guarded(calls.savePreferences, (viewer, input) => savePreferences(deps, viewer, input)),
      guarded(calls.searchMembers, (viewer, input) => searchMembers(deps, viewer, input)),
      guarded(calls.listSavedSearches, (viewer) => listSavedSearches(deps, viewer)),
      guarded(calls.saveSearch, (viewer, input) => saveSearch(deps, viewer, input)),
      guarded(calls.deleteSavedSearch, (viewer, { id }) => deleteSavedSearch(deps, viewer, id)),
      guarded(exposure, () => readExposure(deps)),
    ],
    jobs: [job('saved-search-mail', retry.daily, sendSavedSearchEmail(deps))],
    schedules: [
      every(HOUR, 'plan-saved-search-emails', planSavedSearchEmails(deps)),
      every(5 * MINUTE, ASSIGN, assignSuggestions(deps)),
      every(HOUR, 'count-exposure', countExposure(deps)),
    ],
  }
}

export { ImpressionCounter, type Impressions } from './suggestions/impression-counter'
