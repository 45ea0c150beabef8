import * as calls from '@rosella/contract/browse/endpoints'
import { guarded, type Route } from '../../ports/route'
import { forYou } from './for-you/for-you'
import { type ListDeps, listMembers } from './list-members'
import { readLimits, saveLimits } from './save-limits'
import { listSavedSearches } from './saved/list-saved-searches'
import { deleteSavedSearch, saveSearch } from './saved/save-search'
import { searchMembers } from './search-members'

export const browseRoutes = (deps: ListDeps): Route[] => [
  guarded(calls.listMembers, (viewer, input) => listMembers(deps, viewer, input)),
  guarded(calls.forYou, (viewer) => forYou(deps, viewer)),
  guarded(calls.getLimits, (viewer) => readLimits(deps.db, viewer.id)),
  guarded(calls.saveLimits, (viewer, input) => saveLimits(deps, viewer, input)),
  guarded(calls.searchMembers, (viewer, input) => searchMembers(deps, viewer, input)),
  guarded(calls.listSavedSearches, (viewer) => listSavedSearches(deps, viewer)),
  guarded(calls.saveSearch, (viewer, input) => saveSearch(deps, viewer, input)),
  guarded(calls.deleteSavedSearch, (viewer, { id }) => deleteSavedSearch(deps, viewer, id)),
]
