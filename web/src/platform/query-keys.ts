import type { ListFilter } from '@rosella/contract/browse/rules'

type MemberId = number | undefined

/**
 * The cache keys of server data. A key also matches all keys that start with it: `memberLists` is every list and
 * `memberList` one page of a list.
 */
export const queryKeys = {
  memberLists: ['member-lists'] as const,
  memberListPages: (filter: ListFilter) => ['member-lists', filter] as const,
  memberList: (filter: ListFilter, page: number) => ['member-lists', filter, page] as const,
  /** Among the lists, so that changes to their cards apply here too. */
  search: (input: object) => ['member-lists', 'search', input] as const,
  forYou: ['member-lists', 'for-you'] as const,
  savedSearches: ['saved-searches'] as const,
  preferences: ['preferences'] as const,
  questions: ['questions'] as const,
  sharedQuestions: (urlHash: string) => ['shared-questions', urlHash] as const,
  profiles: ['profiles'] as const,
  profile: (urlHash: string) => ['profiles', urlHash] as const,
  ownProfile: (memberId: MemberId) => ['own-profile', memberId] as const,
  ownCountry: (memberId: MemberId) => ['own-country', memberId] as const,
  messageOverview: (memberId: MemberId) => ['message-overview', memberId] as const,
  ownPhotos: (memberId: MemberId) => ['own-photos', memberId] as const,
  photoLimits: ['photo-limits'] as const,
  premiumText: ['premium-text'] as const,
  userSettings: ['user-settings'] as const,
  blockedUsers: (page: number) => ['blocked-users', page] as const,
  notInterested: (page: number) => ['not-interested', page] as const,
  peopleIKnow: ['people-i-know'] as const,
  pastContacts: (name: string, month: string) => ['past-contacts', name, month] as const,
  reportReasons: ['report-reasons'] as const,
  dates: (memberId: MemberId) => ['dates', memberId] as const,
  safetyNotices: (memberId: MemberId) => ['safety-notices', memberId] as const,
  ownReports: ['own-reports'] as const,
  sessions: ['sessions'] as const,
  ownKeys: ['own-keys'] as const,
  verification: ['verification'] as const,
  cities: (country: string) => ['cities', country] as const,
  admin: ['admin'] as const,
  /** Every reply to a call, whatever its input. `name` is the path after /api/admin/. */
  adminCall: (name: string) => ['admin', name] as const,
  adminResult: (name: string, input: object) => ['admin', name, input] as const,
}
