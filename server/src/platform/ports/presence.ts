/**
 * Which members have a live connection to any process. If a process dies, its members go offline within a minute.
 * `onChange` fires in every process within a few seconds when a member comes online or goes offline.
 */
export interface Presence {
  enter(memberId: number, connectionId: string): Promise<void>
  leave(memberId: number, connectionId: string): Promise<void>
  isOnline(memberIds: readonly number[]): Promise<Set<number>>
  /** The ids online now, most recent arrivals first, at most `limit`. */
  online(limit: number): Promise<number[]>
  onChange(listener: () => void): () => void
  ping(): Promise<void>
  close(): Promise<void>
}
