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
