import type { Role } from '@rosella/contract/member/status'

export const roleWords: Record<Role, string> = { admin: 'Admin', moderator: 'Moderator' }
