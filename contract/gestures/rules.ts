export const ROSE_WAIT = 86_400
/** How long a like or pass on a card can be undone. The client sends it after that, or when the page is left. */
export const CARD_UNDO_SECONDS = 5
/** Blocks and "not interested" together, in 24 hours. Undoing one does not give it back. */
export const HIDES_MAX = 500
export const gestures = [
  'like',
  'fav',
  'unfav',
  'rose',
  'block',
  'unblock',
  'not-interested',
  'interested-again',
] as const

/** When the next rose to the same member is possible; null when it is possible now. */
export const nextRose = (lastRose: number | null, now: number): number | null =>
  lastRose !== null && lastRose + ROSE_WAIT > now ? lastRose + ROSE_WAIT : null

/** '23 hours 59 minutes', rounded up to a whole minute so that it is never zero. */
export function timeLeft(next: number, now: number): string {
  const minutes = Math.max(1, Math.ceil((next - now) / 60))
  const parts = [
    [Math.floor(minutes / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`)
    .join(' ')
}
