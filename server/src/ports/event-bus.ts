/** Carries small JSON events to every process of the site, this one included, in the order published. */
export interface EventBus<E = unknown> {
  /** Resolves once the event is on its way; a subscriber of this process may hear it before or after. */
  publish(events: readonly E[]): Promise<void>
  subscribe(listener: (event: E) => void): () => void
  /** Called when events may have been missed for good: clients are then told to fetch anew. */
  onGap(listener: () => void): () => void
  ping(): Promise<void>
  close(): Promise<void>
}
