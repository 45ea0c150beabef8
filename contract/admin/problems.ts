/** Problems that the admin area shows by itself. Other pages do not load them. */
export const staffProblems = {
  'role.configured': [409, 'This admin is named in the configuration of the server (ADMIN_EMAILS).'],
  'role.unfit': [400, 'Only an active member with a confirmed email address can be given a role.'],
  'impersonate.reason': [400, 'Please say why.'],
  'impersonate.staff': [403, 'Admins and moderators cannot be acted as.'],
} as const satisfies Record<string, readonly [status: number, message: string]>
