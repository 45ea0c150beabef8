import type { ListFilter } from '@rosella/contract/browse/rules'

/** One line of context under 'No users found'. */
export const emptyWords: Record<ListFilter, string> = {
  recent: 'Nobody who suits you is here right now. Come back soon: new people join every day.',
  newest: 'Nobody new who suits you yet. Come back soon.',
  favorites: 'Star someone on their profile, and you find them here again.',
  'likes-received': 'Nobody has liked you yet. A full profile with good photos helps.',
  matched: 'When you like each other, they appear here.',
  'likes-sent': 'Whom you like appears here.',
  'roses-received': 'Roses sent to you appear here.',
  'roses-sent': 'Send someone a rose on their profile: once a day for each person.',
  'viewed-me': 'Nobody has looked at your profile yet.',
  viewed: 'Whose profile you open appears here.',
}
