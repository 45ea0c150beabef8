/** Account status, as sent in calls and stored in `member.status`. */
export const memberStatus = {
  /** The sign-up is not finished. */
  unfinished: 1,
  active: 2,
  suspended: 3,
  banned: 4,
  /** By the member, until they log in again. */
  deactivated: 5,
} as const

/** Photos of members with these statuses are hidden from everyone, and their files are moved out of public reach. */
export const hidingStatuses = ['suspended', 'banned', 'deactivated'] as const
export const arePhotosShown = (status: number): boolean =>
  !hidingStatuses.some((hiding) => memberStatus[hiding] === status)

/** An admin may do everything; the access level of each call defines what a moderator may do. */
export const roles = ['admin', 'moderator'] as const
export type Role = (typeof roles)[number]
