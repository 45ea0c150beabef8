/** What the process that keeps the others and those it keeps say to each other. */
export type ToKeeper =
  /** It takes connections. */
  | { say: 'opened'; address: string }
  /** Somebody wants the figures of all. */
  | { say: 'figures-wanted'; id: number }
  | { say: 'figures'; id: number; figures: unknown }

export type ToKept =
  /** Another one has taken its place: let go of everybody, and end. */
  | { say: 'leave' }
  | { say: 'tell-figures'; id: number }
  | { say: 'figures-of-all'; id: number; figures: unknown[] }
