import type { Role } from '@rosella/contract/member/status'

export const roleLabels: Record<Role, string> = { admin: 'Admin', moderator: 'Moderator' }
