/** Who helps to run the site. An admin may do everything; what a moderator may do is each call's access level. */
export const roles = ['admin', 'moderator'] as const
export type Role = (typeof roles)[number]
