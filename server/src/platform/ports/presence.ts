/**
 * Who has a live connection, on any process. A process that dies takes its members offline within a
 * minute. `changed` fires on this process when a member comes or goes anywhere (within a few seconds).
 */
export interface Presence {
  enter(memberId: number, connectionId: string): Promise<void>
  leave(memberId: number, connectionId: string): Promise<void>
  isOnline(memberIds: readonly number[]): Promise<Set<number>>
  /** The ids online now, the most recently arrived first, at most `limit`. */
  online(limit: number): Promise<number[]>
  onChange(listener: () => void): () => void
  ping(): Promise<void>
  close(): Promise<void>
}
