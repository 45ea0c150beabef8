/** The numbers that the calls carry. */
export const UNFINISHED = 1
export const ACTIVE = 2
export const SUSPENDED = 3
export const BANNED = 4
const DEACTIVATED = 5

export const statusWords: Record<number, string> = {
  [UNFINISHED]: 'Unfinished',
  [ACTIVE]: 'Active',
  [SUSPENDED]: 'Suspended',
  [BANNED]: 'Banned',
  [DEACTIVATED]: 'Deactivated',
}
