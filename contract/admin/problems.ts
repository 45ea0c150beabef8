/** Problems that only the admin area shows. They are separate so that other pages do not load them. */
export const staffProblems = {
  'role.configured': [409, "This admin is set in the server's configuration (ADMIN_EMAILS)."],
  'role.unfit': [400, 'Only an active member with a confirmed email address can have a role.'],
  'cleanup.changed': [409, 'These numbers have changed. Please check them again.'],
  'bulk.conditions': [
    400,
    'Please choose when they joined (at most 31 days), how their address starts or ends (at least 3 characters), or a member whose photos they share.',
  ],
  'bulk.reason': [400, 'Please give a reason.'],
  'impersonate.reason': [400, 'Please give a reason.'],
  'impersonate.staff': [403, "You can't act as an admin or a moderator."],
} as const satisfies Record<string, readonly [status: number, message: string]>
