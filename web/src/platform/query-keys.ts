import type { ListFilter } from '@rosella/contract/browse/rules'

type MemberId = number | undefined

/**
 * Where each answer of the server stands in the cache. A key that begins another names all that follow it, so
 * that `memberLists` is every list and `memberList` one page of one.
 */
export const queryKeys = {
  memberLists: ['member-lists'] as const,
  memberListPages: (filter: ListFilter) => ['member-lists', filter] as const,
  memberList: (filter: ListFilter, page: number) => ['member-lists', filter, page] as const,
  /** Among the lists, so that whatever changes their cards changes these too. */
  search: (input: object) => ['member-lists', 'search', input] as const,
  forYou: ['member-lists', 'for-you'] as const,
  savedSearches: ['saved-searches'] as const,
  preferences: ['preferences'] as const,
  profiles: ['profiles'] as const,
  profile: (urlHash: string) => ['profiles', urlHash] as const,
  ownProfile: (memberId: MemberId) => ['own-profile', memberId] as const,
  ownCountry: (memberId: MemberId) => ['own-country', memberId] as const,
  messageOverview: (memberId: MemberId) => ['message-overview', memberId] as const,
  ownPhotos: (memberId: MemberId) => ['own-photos', memberId] as const,
  photoLimits: ['photo-limits'] as const,
  premiumText: ['premium-text'] as const,
  userSettings: ['user-settings'] as const,
  blockedUsers: ['blocked-users'] as const,
  notInterested: ['not-interested'] as const,
  peopleIKnow: ['people-i-know'] as const,
  pastContacts: ['past-contacts'] as const,
  reportReasons: ['report-reasons'] as const,
  ownReports: ['own-reports'] as const,
  sessions: ['sessions'] as const,
  ownKeys: ['own-keys'] as const,
  verification: ['verification'] as const,
  cities: (country: string) => ['cities', country] as const,
  admin: ['admin'] as const,
  /** By the call's name after /api/admin/: every answer to it, whatever was asked for. */
  adminCall: (name: string) => ['admin', name] as const,
  adminResult: (name: string, input: object) => ['admin', name, input] as const,
}
