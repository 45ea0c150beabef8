export const PAGE_SIZE = 24
export const NEW_FOR_SECONDS = 7 * 86_400

/** Every list with its title and the field for its time-ago label. */
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
/** The sort orders of a search, with the field for the time-ago label. */
export const searchOrders = {
  active: { ago: 'last_active_ts' },
  newest: { ago: 'created_ts' },
  /** By distance band, then by activity. */
  distance: { ago: 'last_active_ts' },
  /** By match, then by activity. */
  match: { ago: 'last_active_ts' },
} as const
export type SearchSort = keyof typeof searchOrders
export const searchSorts = Object.keys(searchOrders) as SearchSort[]
export const SEARCH_TITLE = 'Search'

export const FOR_YOU_TITLE = 'For you'
export const PICKS_A_DAY = 14
/** How many of the picks are marked 'A bit different'. */
export const DIFFERENT_A_DAY = 2
export const DIFFERENT_LABEL = 'A bit different'
/** How often a newcomer is suggested in the first week if enough members match. */
export const NEWCOMER_EXPOSURE_TARGET = 50
/** The lists that show members as cards, and 'other' for profiles opened or liked from elsewhere. */
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

interface GenderAndInterest {
  gender: string | null
  interested: string | null
}

const isInterestedIn = ({ interested }: GenderAndInterest, { gender }: GenderAndInterest): boolean =>
  interested === 'b' || (interested === 'm' ? gender === 'm' : gender === 'f')

/** Whether each of the two is interested in the other's gender. */
export const isMutual = (one: GenderAndInterest, other: GenderAndInterest): boolean =>
  isInterestedIn(one, other) && isInterestedIn(other, one)
