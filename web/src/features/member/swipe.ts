/** Where a finger was, in pixels of the window. */
interface Point {
  clientX: number
  clientY: number
}

const FAR_ENOUGH = 60
/** Phones have gestures of their own that begin at the edges. */
const EDGE = 24

/** A swipe to the side that is meant: long, level, and not from the edge. */
export function swipeDirection(start: Point, end: Point, width: number): 'previous' | 'next' | undefined {
  if (start.clientX < EDGE || start.clientX > width - EDGE) return undefined
  const across = end.clientX - start.clientX
  const down = Math.abs(end.clientY - start.clientY)
  if (Math.abs(across) < FAR_ENOUGH || Math.abs(across) < 2 * down) return undefined
  return across < 0 ? 'next' : 'previous'
}
