/** How a member stands, by the number that the calls and the column `member.status` carry. */
export const memberStatus = {
  /** The sign-up has not been finished. */
  unfinished: 1,
  active: 2,
  suspended: 3,
  banned: 4,
  /** By the member, until they log in again. */
  deactivated: 5,
} as const

/** While a member stands like this, their photos are nobody's to see, and their files lie where nobody finds them. */
export const hidingStatuses = ['suspended', 'banned', 'deactivated'] as const
export const arePhotosShown = (status: number): boolean =>
  !hidingStatuses.some((hiding) => memberStatus[hiding] === status)

/** Who helps to run the site. An admin may do everything; what a moderator may do is each call's access level. */
export const roles = ['admin', 'moderator'] as const
export type Role = (typeof roles)[number]
