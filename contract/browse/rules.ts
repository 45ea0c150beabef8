export const PAGE_SIZE = 24
export const NEW_FOR_SECONDS = 7 * 86_400

/** Every list, its title, and the field its time-ago label reads. */
export const lists = {
  recent: { title: 'Recent Activity', ago: 'last_active_ts' },
  newest: { title: 'Newest', ago: 'created_ts' },
  favorites: { title: 'Favorites', ago: 'favorited_ts' },
  'likes-received': { title: 'Likes Received', ago: 'liked_ts' },
  matched: { title: 'Mutual Likes', ago: 'matched_ts' },
  'likes-sent': { title: 'Likes Sent', ago: 'liked_ts' },
  'roses-received': { title: 'Roses Received', ago: 'rose_ts' },
  'roses-sent': { title: 'Roses Sent', ago: 'rose_ts' },
  'viewed-me': { title: 'Viewed Me', ago: 'viewed_ts' },
  viewed: { title: 'Viewed By Me', ago: 'viewed_ts' },
} as const
/** Orders of a search, and the field that the cards' time-ago label reads. */
export const searchOrders = {
  active: { ago: 'last_active_ts' },
  newest: { ago: 'created_ts' },
  /** By bands, within one by activity. */
  distance: { ago: 'last_active_ts' },
} as const
export type SearchSort = keyof typeof searchOrders
export const searchSorts = Object.keys(searchOrders) as SearchSort[]
export const SEARCH_TITLE = 'Search'

export const FOR_YOU_TITLE = 'For you'
export const PICKS_A_DAY = 14
/** Of those, so many are marked 'A bit different'. */
export const DIFFERENT_A_DAY = 2
export const DIFFERENT_LABEL = 'A bit different'
/** How often a newcomer is suggested in the first week, where that many fit. */
export const NEWCOMER_PROMISE = 50
/** Where members are shown as cards, and 'other' for what was opened or liked from anywhere else. */
export const surfaces = ['recent', 'newest', 'search', 'for-you', 'other'] as const
export type Surface = (typeof surfaces)[number]

export const MOST_SAVED_SEARCHES = 10
/** New people in a saved search are counted up to this many, shown as 99+. */
export const MOST_NEW = 99
export const SAVED_SEARCH_NAME = { characters: 40 }
export const mailPaces = ['none', 'daily', 'weekly'] as const
export type MailPace = (typeof mailPaces)[number]

export type ListFilter = keyof typeof lists
export const listFilters = Object.keys(lists) as ListFilter[]

/** Whether each suits the other: who I look for covers your gender, and the reverse. */
export const suits = (interested: string, gender: string): boolean =>
  interested === 'b' || (interested === 'm' ? gender === 'm' : gender === 'f')
