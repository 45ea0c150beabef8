import { memberStatus } from '@rosella/contract/member/status'

/** How a member stands, by the number the calls carry. */
export const statusWords: Record<number, string> = {
  [memberStatus.unfinished]: 'Unfinished',
  [memberStatus.active]: 'Active',
  [memberStatus.suspended]: 'Suspended',
  [memberStatus.banned]: 'Banned',
  [memberStatus.deactivated]: 'Deactivated',
}
