import type { ListFilter } from '@rosella/contract/browse/rules'

interface ListTab {
  /** None for suggestions and search, which have their own screens. */
  filter?: ListFilter
  to: string
  label: string
}

const groups: readonly { label: string; tabs: readonly ListTab[] }[] = [
  {
    label: 'Browse',
    tabs: [
      { filter: 'recent', to: '/', label: 'Recent Activity' },
      { filter: 'newest', to: '/newest', label: 'Newest' },
      { to: '/for-you', label: 'For you' },
      { to: '/search', label: 'Search' },
      { filter: 'favorites', to: '/favorites', label: 'Favorites' },
    ],
  },
  {
    label: 'Likes',
    tabs: [
      { filter: 'likes-received', to: '/likes-received', label: 'Received' },
      { filter: 'matched', to: '/matched', label: 'Mutual Likes' },
      { filter: 'likes-sent', to: '/likes-sent', label: 'Sent' },
    ],
  },
  {
    label: 'Roses',
    tabs: [
      { filter: 'roses-received', to: '/roses-received', label: 'Received' },
      { filter: 'roses-sent', to: '/roses-sent', label: 'Sent' },
    ],
  },
  {
    label: 'Views',
    tabs: [
      { filter: 'viewed-me', to: '/viewed-me', label: 'Viewed Me' },
      { filter: 'viewed', to: '/viewed', label: 'By Me' },
    ],
  },
]

/** The group of tabs that contains a list. */
export const groupOf = (filter: ListFilter) => {
  const group = groups.find(({ tabs }) => tabs.some((tab) => tab.filter === filter))
  if (!group) throw new Error(`No tab group contains the list ${filter}`)
  return group
}
