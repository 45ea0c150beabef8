/** Problems that only the admin area shows. They are separate so that other pages do not load them. */
export const staffProblems = {
  'role.configured': [409, "This admin is set in the server's configuration (ADMIN_EMAILS)."],
  'role.unfit': [400, 'Only an active member with a confirmed email address can have a role.'],
  'cleanup.changed': [409, 'These numbers have changed. Please check them again.'],
  'impersonate.reason': [400, 'Please give a reason.'],
  'impersonate.staff': [403, "You can't act as an admin or a moderator."],
} as const satisfies Record<string, readonly [status: number, message: string]>
