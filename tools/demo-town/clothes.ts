import type { Random } from './random'
import { circle, ellipse, line, n, path, rect } from './scenes/brush'

/** Drawn in Open Peeps units, between the cloth and the outline, and clipped to the cloth. */
export interface Outfit {
  base: string
  pattern: string
  /** Drawn after the outline: collars, straps and strings on top. */
  over: string
}

const ink = '#2a1428'

export const wardrobes: Readonly<Record<string, readonly string[]>> = {
  coast: ['#f7efe4', '#5b8fd0', '#7cc9bd', '#f3a48f', '#f5c84a', '#2f6f8f', '#e8728a'],
  bush: ['#7f8f5f', '#c9824a', '#8a3a3a', '#d8c3a5', '#4d6a5f', '#b85c38', '#e0b04a'],
  city: ['#2f2f46', '#f4efe9', '#8c93a8', '#b3123f', '#46546b', '#6d5f8c', '#17655a'],
  bright: ['#e8728a', '#f5b700', '#5aab74', '#7d63b8', '#f0803c', '#2f9fa8', '#d8203a'],
  soft: ['#e9c3b4', '#c3d9b4', '#cfdcea', '#f6e6b8', '#d9cde2', '#f7c9c4', '#b4d3cf'],
}

/** Scarves, turbans, hats and hair bands. */
export const cloths = [
  '#17655a',
  '#b3123f',
  '#2f6f8f',
  '#7d63b8',
  '#d8945f',
  '#46546b',
  '#c9a3d8',
  '#e0b04a',
] as const

const neck = 'M247 598 C286 664 334 699 391 699 C450 699 490 664 518 598'

const neckband = (colour: string, width = 22): string => line(neck, colour, width)

function stripes(colour: string, step: number, width: number): string {
  let out = ''
  for (let y = 640; y < 1220; y += step)
    out += line(`M-60 ${y + 40} Q330 ${y - 30} 760 ${y + 40}`, colour, width)
  return out
}

function check(colour: string, other: string): string {
  let out = ''
  for (let x = -40; x < 760; x += 76)
    out +=
      rect(x, 560, 30, 660, colour, 'fill-opacity=".45"') +
      rect(x + 46, 560, 6, 660, other, 'fill-opacity=".7"')
  for (let y = 590; y < 1220; y += 76)
    out +=
      rect(-60, y, 840, 30, colour, 'fill-opacity=".45"') +
      rect(-60, y + 46, 840, 6, other, 'fill-opacity=".7"')
  return out
}

function flowers(rng: Random, petal: string, heart: string, green: string): string {
  let out = ''
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 9; column++) {
      const x = column * 94 - 40 + (row % 2) * 47 + rng.between(-9, 9)
      const y = 610 + row * 78 + rng.between(-9, 9)
      const turn = rng.int(0, 71)
      out += ellipse(x + 26, y + 16, 17, 7, green, `transform="rotate(${turn} ${n(x)} ${n(y)})"`)
      for (let k = 0; k < 5; k++)
        out += ellipse(x, y - 14, 9, 14, petal, `transform="rotate(${turn + k * 72} ${n(x)} ${n(y)})"`)
      out += circle(x, y, 6.5, heart)
    }
  }
  return out
}

function dots(colour: string): string {
  let out = ''
  for (let row = 0; row < 11; row++)
    for (let column = 0; column < 14; column++)
      out += circle(column * 62 - 40 + (row % 2) * 31, 606 + row * 54, 9, colour)
  return out
}

/** A jumper: rows of small stitches under a ribbed neck. */
function knit(colour: string): string {
  let out = ''
  for (let row = 0; row < 6; row++) {
    let d = ''
    for (let x = -40; x < 760; x += 44) d += `M${x} ${720 + row * 74} l22 22 l22 -22 `
    out += line(d, colour, 8, 'stroke-opacity=".5"')
  }
  return out + neckband(colour, 40)
}

/** A jacket, blazer or cardigan, open over the clothes below. */
function jacket(colour: string, edge: string, lapels: boolean): string {
  const sides =
    'M-60 1220 V760 L120 600 L247 580 C262 700 292 860 316 1220 Z M780 1220 V760 L640 640 L518 580 C510 700 486 860 470 1220 Z'
  let out = path(sides, colour, `stroke="${ink}" stroke-width="10"`)
  if (lapels) {
    out += path(
      'M247 580 L196 676 L250 716 L226 742 L312 930 C296 800 268 690 247 580 Z',
      edge,
      `stroke="${ink}" stroke-width="9" stroke-linejoin="round"`,
    )
    out += path(
      'M518 580 L570 676 L522 716 L544 742 L472 930 C486 800 508 690 518 580 Z',
      edge,
      `stroke="${ink}" stroke-width="9" stroke-linejoin="round"`,
    )
  }
  return out
}

/** A folded collar with buttons, over the neckline. */
function collar(colour: string, button: string): string {
  const edge = `stroke="${ink}" stroke-width="10" stroke-linejoin="round"`
  return (
    path('M242 590 C282 664 340 706 391 706 L318 774 C276 724 246 664 230 604 Z', colour, edge) +
    path('M520 590 C496 664 448 706 391 706 L462 774 C504 724 528 664 538 604 Z', colour, edge) +
    line('M391 706 V1220', ink, 7, 'stroke-opacity=".55"') +
    [800, 900, 1000, 1100].map((y) => circle(412, y, 9, button, `stroke="${ink}" stroke-width="4"`)).join('')
  )
}

function hood(colour: string, cord: string): string {
  const edge = `stroke="${ink}" stroke-width="10" stroke-linejoin="round"`
  return (
    path(
      'M250 572 C196 586 176 634 206 690 C250 764 330 786 391 786 C330 742 276 676 250 572 Z',
      colour,
      edge,
    ) +
    path(
      'M516 572 C566 592 580 640 552 696 C516 760 450 786 391 786 C450 742 500 676 516 572 Z',
      colour,
      edge,
    ) +
    line('M338 752 Q330 830 342 900 M444 752 Q452 820 444 876', cord, 10)
  )
}

function overalls(colour: string): string {
  const edge = `stroke="${ink}" stroke-width="10" stroke-linejoin="round"`
  return (
    path('M190 604 L244 592 L300 830 H254 Z M522 592 L586 628 L532 830 H486 Z', colour, edge) +
    path('M232 826 H552 L572 1220 H212 Z', colour, edge) +
    circle(276, 846, 15, '#e0b04a', `stroke="${ink}" stroke-width="5"`) +
    circle(510, 846, 15, '#e0b04a', `stroke="${ink}" stroke-width="5"`)
  )
}

const light = (hex: string): boolean => {
  const value = Number.parseInt(hex.slice(1), 16)
  return ((value >> 16) & 255) * 0.3 + ((value >> 8) & 255) * 0.59 + (value & 255) * 0.11 > 150
}

/** An outfit from a person's wardrobe. `taken` keeps a person's photos different. */
export function dress(rng: Random, wardrobe: string, gender: 'f' | 'm', taken: readonly string[]): Outfit {
  const colours = wardrobes[wardrobe] ?? Object.values(wardrobes).flat()
  const free = colours.filter((colour) => !taken.includes(colour))
  const base = rng.pick(free.length > 0 ? free : colours)
  const other = rng.pick(
    colours
      .filter((colour) => colour !== base && light(colour) !== light(base))
      .concat(light(base) ? '#46546b' : '#f7efe4'),
  )
  const third = rng.pick(colours.filter((colour) => colour !== base && colour !== other))
  const plain = { base, pattern: neckband(other, 18), over: '' }
  const cuts: readonly [number, () => Outfit][] = [
    [3, () => plain],
    [3, () => ({ base, pattern: stripes(other, 62, 24), over: '' })],
    [1, () => ({ base, pattern: stripes(other, 118, 46) + neckband(other, 20), over: '' })],
    [2, () => ({ base, pattern: knit(other), over: '' })],
    [2, () => ({ base, pattern: '', over: hood(base, other) })],
    [2, () => ({ base, pattern: check(other, third), over: collar(base, other) })],
    [2, () => ({ base, pattern: '', over: collar(base, other) })],
    [2, () => ({ base: other, pattern: jacket(base, base, true), over: '' })],
    [1, () => ({ base, pattern: stripes(other, 56, 18) + jacket(third, third, false), over: '' })],
    [
      gender === 'f' ? 3 : 1,
      () => ({
        base,
        pattern: flowers(rng, other, '#f5b700', third),
        over: gender === 'm' ? collar(base, other) : '',
      }),
    ],
    [gender === 'f' ? 2 : 0, () => ({ base, pattern: dots(other), over: '' })],
    [1, () => ({ base: other, pattern: stripes(third, 54, 18) + overalls('#4f6f9c'), over: '' })],
  ]
  return rng.weighted(cuts, ([weight]) => weight)[1]()
}
