import { memberStatus } from '@rosella/contract/member/status'

export const statusWords: Record<number, string> = {
  [memberStatus.unfinished]: 'Unfinished',
  [memberStatus.active]: 'Active',
  [memberStatus.suspended]: 'Suspended',
  [memberStatus.banned]: 'Banned',
  [memberStatus.deactivated]: 'Deactivated',
}
