import type { Random } from '../random'

/** Portraits are 4:5. Scenes are painted in this frame and kept quiet behind the face. */
export const frame = { width: 800, height: 1000 } as const

/** A scene is the background and sometimes a little of the foreground. */
export interface Scene {
  back: string
  front: string
  /** For night and deep dusk, in which dark hair would not be visible. */
  dark: boolean
}

export const n = (value: number): string => String(Math.round(value * 10) / 10)

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${more}/>`

export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`

export const line = (d: string, stroke: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" ${more}/>`

/** A vertical gradient over the whole frame or one band of it. */
export function wash(id: string, colours: readonly string[], top = 0, bottom: number = frame.height): string {
  const stops = colours.map((c, i) => `<stop offset="${n(i / (colours.length - 1))}" stop-color="${c}"/>`)
  return (
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>` +
    rect(0, top, frame.width, bottom - top, `url(#${id})`)
  )
}

/** A soft round light. */
export function glow(id: string, x: number, y: number, r: number, colour: string, strength: number): string {
  return (
    `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/>` +
    `<stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>` +
    circle(x, y, r, `url(#${id})`)
  )
}

/** A rolling outline from edge to edge, filled down to the bottom of the frame. */
export function ridge(
  rng: Random,
  y: number,
  height: number,
  fill: string,
  steps = 5,
  bottom: number = frame.height,
): string {
  const width = frame.width / steps
  let d = `M-20 ${n(y + rng.between(-height, height))}`
  for (let i = 0; i <= steps; i++) {
    const x = i * width
    d += ` S${n(x + width * 0.35)} ${n(y + rng.between(-height, height))} ${n(x + width)} ${n(y + rng.between(-height, height) * 0.7)}`
  }
  return path(`${d} V${bottom} H-20 Z`, fill)
}

/** Combines shapes into one path, because a hundred windows in one path are much cheaper than a hundred paths. */
export const round = (x: number, y: number, r: number): string =>
  `M${n(x - r)} ${n(y)} a${n(r)} ${n(r)} 0 1 1 ${n(r * 2)} 0 a${n(r)} ${n(r)} 0 1 1 ${n(-r * 2)} 0 Z`

export const box = (x: number, y: number, w: number, h: number): string =>
  `M${n(x)} ${n(y)} h${n(w)} v${n(h)} h${n(-w)} Z`

/** A cumulus: circles that grow towards the middle, on a flat base. */
function cloud(rng: Random, x: number, y: number, size: number, fill: string, opacity: number): string {
  const puffs = rng.int(4, 6)
  let d = ''
  for (let i = 0; i < puffs; i++) {
    const across = i / (puffs - 1) - 0.5
    const r = size * (0.42 - Math.abs(across) * 0.44) * rng.between(0.85, 1.15)
    d += round(x + across * size * 1.5, y - r * 0.8, r)
  }
  const half = size * 0.98
  const deep = size * 0.3
  d += `M${n(x - half + deep / 2)} ${n(y - deep)} H${n(x + half - deep / 2)} a${n(deep / 2)} ${n(deep / 2)} 0 0 1 0 ${n(deep)} H${n(x - half + deep / 2)} a${n(deep / 2)} ${n(deep / 2)} 0 0 1 0 ${n(-deep)} Z`
  return path(d, fill, `fill-opacity="${opacity}"`)
}

export function clouds(
  rng: Random,
  count: number,
  top: number,
  bottom: number,
  fill: string,
  opacity: number,
): string {
  let out = ''
  for (let i = 0; i < count; i++) {
    const x = (i + rng.between(0.1, 0.9)) * (frame.width / count)
    out += cloud(rng, x, rng.between(top, bottom), rng.between(60, 130), fill, opacity)
  }
  return out
}

/** Distant birds: two strokes each. */
export function birds(rng: Random, count: number, x: number, y: number, colour: string): string {
  let out = ''
  for (let i = 0; i < count; i++) {
    const bx = x + rng.between(-120, 120)
    const by = y + rng.between(-50, 50)
    const s = rng.between(9, 17)
    const d = `M${n(bx - s)} ${n(by - s * 0.3)} Q${n(bx - s * 0.4)} ${n(by - s * 0.6)} ${n(bx)} ${n(by)} Q${n(bx + s * 0.4)} ${n(by - s * 0.6)} ${n(bx + s)} ${n(by - s * 0.3)}`
    out += line(d, colour, 3)
  }
  return out
}

/** A sickle-shaped eucalypt leaf hanging from (x, y). */
export function leaf(x: number, y: number, length: number, angle: number, fill: string, more = ''): string {
  const d = `M0 0 C${n(length * 0.22)} ${n(length * 0.16)} ${n(length * 0.26)} ${n(length * 0.66)} ${n(length * 0.06)} ${n(length)} C${n(-length * 0.04)} ${n(length * 0.62)} ${n(-length * 0.1)} ${n(length * 0.3)} 0 0 Z`
  return path(d, fill, `transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})" ${more}`)
}

/** Out-of-focus lights. */
export function bokeh(
  rng: Random,
  count: number,
  colours: readonly string[],
  top: number,
  bottom: number,
): string {
  let out = ''
  for (let i = 0; i < count; i++) {
    const fill = rng.pick(colours)
    out += circle(
      rng.between(-30, 830),
      rng.between(top, bottom),
      rng.between(14, 62),
      fill,
      `fill-opacity="${n(rng.between(0.15, 0.5))}"`,
    )
  }
  return out
}

/** Foliage built from circles in three tones, dark below and light above. */
export function crown(
  rng: Random,
  x: number,
  y: number,
  size: number,
  tones: readonly [string, string, string],
): string {
  let out = ''
  tones.forEach((tone, layer) => {
    const count = 9 - layer * 2
    let d = ''
    for (let i = 0; i < count; i++) {
      const turn = (i / count) * Math.PI * 2 + rng.between(-0.3, 0.3)
      const far = size * (0.55 - layer * 0.14)
      const r = size * rng.between(0.24, 0.38) * (1 - layer * 0.16)
      d += round(x + Math.cos(turn) * far * 1.25, y + Math.sin(turn) * far * 0.7 - layer * size * 0.12, r)
    }
    const wide = size * (0.62 - layer * 0.18)
    d += box(x - wide, y - layer * size * 0.1 - wide * 0.45, wide * 2, wide * 0.9)
    out += path(d, tone)
  })
  return out
}
