export interface Point {
  x: number
  y: number
}
/** How a photo is enlarged: by `scale`, and moved by `x` and `y` pixels from the middle of its box. */
export interface Zoom extends Point {
  scale: number
}
export type Box = { width: number; height: number }

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }
export const MAX_SCALE = 4
/** Of the button, the keys and a double tap. */
export const STEP = 2.5

/** Never moves an edge of the box into view. */
export function panned({ scale, x, y }: Zoom, by: Point, { width, height }: Box): Zoom {
  const within = (value: number, side: number) => {
    const most = ((scale - 1) * side) / 2
    return Math.min(Math.max(value, -most), most)
  }
  return { scale, x: within(x + by.x, width), y: within(y + by.y, height) }
}

/** Enlarges around a point, given from the middle of the box, which stays where it is on screen. */
export function zoomed(zoom: Zoom, factor: number, at: Point, box: Box): Zoom {
  const scale = Math.min(Math.max(zoom.scale * factor, 1), MAX_SCALE)
  const grown = scale / zoom.scale
  const moved = { x: (zoom.x - at.x) * (grown - 1), y: (zoom.y - at.y) * (grown - 1) }
  return panned({ ...zoom, scale }, moved, box)
}
