/** How a member stands, by the number the calls carry. */
export const statusWords: Record<number, string> = {
  1: 'Unfinished',
  2: 'Active',
  3: 'Suspended',
  4: 'Banned',
  5: 'Deactivated',
}
