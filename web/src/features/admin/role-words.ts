import type { Role } from '@rosella/contract/member/role'

export const roleWords: Record<Role, string> = { admin: 'Admin', moderator: 'Moderator' }
