import { memberStatus, type Role } from '@rosella/contract/member/status'

/** By the status number in the API. */
export const statusLabels: Record<number, string> = {
  [memberStatus.unfinished]: 'Unfinished',
  [memberStatus.active]: 'Active',
  [memberStatus.suspended]: 'Suspended',
  [memberStatus.banned]: 'Banned',
  [memberStatus.deactivated]: 'Deactivated',
}

export const roleLabels: Record<Role, string> = { admin: 'Admin', moderator: 'Moderator' }
