import { endpoint } from '../endpoint'
import { arr, id, int, json, nullable, obj, ok, oneOf, opt, text, ts } from '../shapes'
import { type FilterKey, filterKeys } from './filters'
import { forEachList, Preferences } from './preferences'
import { listFilters, mailPaces, searchSorts } from './rules'
import { MemberCard, SuggestedCard } from './shapes'

const page = { users: arr(MemberCard), ago: text(), pages: int(), title: text() }

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'active',
  summary: 'A page of one of the member lists',
  input: { p: opt(int({ minimum: 1 })), filter: opt(oneOf(listFilters, { problem: 'list.unknown' })) },
  reply: obj(page),
})

export const forYou = endpoint({
  method: 'GET',
  path: '/api/for-you',
  access: 'active',
  summary: 'Today’s suggestions: at most 14, the same all day',
  input: {},
  reply: obj({
    ...page,
    users: arr(SuggestedCard),
    // How many of today's suggestions the member has passed on; they are no longer among the users.
    passed: int(),
  }),
})

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/preferences',
  access: 'active',
  summary: 'The member’s preferences',
  input: {},
  reply: Preferences,
})

// The input shapes accept any JSON, so that the rules (preferences.ts, filters.ts) report the invalid field.
export const savePreferences = endpoint({
  method: 'POST',
  path: '/api/preferences',
  access: 'active',
  summary: 'Change preferences; omitted fields stay as they are',
  input: {
    age_min: opt(json()),
    age_max: opt(json()),
    distance: opt(json()),
    ...forEachList(() => opt(json())),
    answered_only: opt(json()),
    contact: opt(json()),
  },
  reply: Preferences,
})

const written = Object.fromEntries(filterKeys.map((key) => [key, opt(text())])) as Record<
  FilterKey,
  ReturnType<typeof opt<ReturnType<typeof text>>>
>
/** Every filter as a string (filters.ts). */
const WrittenFilters = obj(written)

export const searchMembers = endpoint({
  method: 'GET',
  path: '/api/search',
  access: 'active',
  summary: 'A page of members who match the filters and whose preferences accept the member',
  input: {
    ...written,
    p: opt(int({ minimum: 1 })),
    sort: opt(oneOf(searchSorts, { problem: 'search.sort' })),
    // Opens a saved search: uses its filters and resets its count of new people.
    saved: opt(id()),
  },
  reply: obj({
    ...page,
    total: int(),
    // For each filter that narrows the search: how many more members match without it, the most first.
    relax: arr(obj({ key: text(), more: int() })),
    // The filters in effect, including preferences.
    filters: WrittenFilters,
    saved: nullable(obj({ id: id(), name: text() })),
  }),
})

const SavedSearch = obj({
  id: id(),
  name: text(),
  filters: WrittenFilters,
  mail: oneOf(mailPaces),
  // People who match and joined, came back or changed a searchable field since it was last opened; at most MOST_NEW.
  new: int(),
  created_ts: ts(),
})

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/api/saved-searches',
  access: 'active',
  summary: 'The saved searches, the oldest first',
  input: {},
  reply: obj({ items: arr(SavedSearch) }),
})

export const saveSearch = endpoint({
  method: 'POST',
  path: '/api/saved-search',
  access: 'active',
  summary: 'Save a search, or change a saved one',
  input: {
    id: opt(id()),
    name: text({ maxLength: 200, problem: 'saved-search.name' }),
    filters: WrittenFilters,
    mail: opt(oneOf(mailPaces, { problem: 'saved-search.mail' })),
  },
  reply: SavedSearch,
})

export const deleteSavedSearch = endpoint({
  method: 'POST',
  path: '/api/saved-search-delete',
  access: 'active',
  summary: 'Delete a saved search',
  input: { id: id() },
  reply: ok,
})
