import type { Random } from '../random'
import { birds, circle, clouds, ellipse, glow, line, n, path, rect, ridge, type Scene, wash } from './brush'

const days = [
  {
    sky: ['#7cc4e8', '#bfe4ee', '#f3f3e4'],
    sea: ['#1f8fa8', '#47b9bd', '#a5e0d4'],
    sand: ['#f6e2bd', '#ecd0a0'],
  },
  {
    sky: ['#9cc9ee', '#d9e8f2', '#fdeedd'],
    sea: ['#2f7fae', '#5aa9c6', '#b9e2e0'],
    sand: ['#faead0', '#efd6ae'],
  },
  {
    sky: ['#f7c9a8', '#fbe0c4', '#fff1dc'],
    sea: ['#5b9fb4', '#8cc3c3', '#d6e8d8'],
    sand: ['#f7dcb4', '#e9c592'],
  },
] as const

/** A Norfolk Island pine, the tree of every esplanade. */
function norfolkPine(x: number, base: number, height: number, tone: string, shade: string): string {
  let out = rect(x - height * 0.012, base - height, height * 0.024, height, shade)
  const tiers = 11
  for (let i = 0; i < tiers; i++) {
    const y = base - height * 0.12 - (i / tiers) * height * 0.86
    const half = height * 0.21 * (1 - i / (tiers + 1))
    const d = `M${n(x - half)} ${n(y - half * 0.3)} Q${n(x - half * 0.4)} ${n(y + half * 0.1)} ${n(x)} ${n(y - half * 0.1)} Q${n(x + half * 0.4)} ${n(y + half * 0.1)} ${n(x + half)} ${n(y - half * 0.3)} Q${n(x + half * 0.3)} ${n(y + half * 0.34)} ${n(x)} ${n(y + half * 0.2)} Q${n(x - half * 0.3)} ${n(y + half * 0.34)} ${n(x - half)} ${n(y - half * 0.3)} Z`
    out += path(d, i % 2 ? tone : shade)
  }
  return out
}

function umbrella(x: number, y: number, size: number, colours: readonly [string, string]): string {
  const rim = y + size * 0.1
  let out = line(`M${n(x)} ${n(y)} L${n(x + size * 0.16)} ${n(y + size * 1.5)}`, '#fffaf2', 9)
  const d = `M${n(x - size)} ${n(rim)} Q${n(x - size * 0.8)} ${n(y - size * 0.75)} ${n(x)} ${n(y - size * 0.78)} Q${n(x + size * 0.8)} ${n(y - size * 0.75)} ${n(x + size)} ${n(rim)} Z`
  out += path(d, colours[0])
  for (const [from, to] of [
    [-0.62, -0.2],
    [0.2, 0.62],
  ] as const) {
    out += path(
      `M${n(x)} ${n(y - size * 0.78)} Q${n(x + size * from * 0.9)} ${n(y - size * 0.5)} ${n(x + size * from)} ${n(rim)} L${n(x + size * to)} ${n(rim)} Q${n(x + size * to * 0.9)} ${n(y - size * 0.5)} ${n(x)} ${n(y - size * 0.78)} Z`,
      colours[1],
    )
  }
  return `<g transform="rotate(-9 ${n(x)} ${n(y)})">${out}</g>`
}

function surfboard(
  x: number,
  base: number,
  height: number,
  fill: string,
  stripe: string,
  tilt: number,
): string {
  const w = height * 0.15
  const d = `M${n(x)} ${n(base - height)} C${n(x + w)} ${n(base - height * 0.8)} ${n(x + w)} ${n(base - height * 0.2)} ${n(x + w * 0.4)} ${n(base)} H${n(x - w * 0.4)} C${n(x - w)} ${n(base - height * 0.2)} ${n(x - w)} ${n(base - height * 0.8)} ${n(x)} ${n(base - height)} Z`
  return `<g transform="rotate(${tilt} ${n(x)} ${n(base)})">${path(d, fill)}${line(`M${n(x)} ${n(base - height * 0.95)} V${n(base - 6)}`, stripe, 6)}${line(`M${n(x - w * 0.76)} ${n(base - height * 0.62)} H${n(x + w * 0.76)}`, stripe, 16)}</g>`
}

/** The red and yellow flag: swim between two of these. */
function patrolFlag(x: number, base: number, height: number): string {
  const w = height * 0.46
  const top = base - height
  const wave = (y: number) =>
    `Q${n(x + w * 0.3)} ${n(y - 12)} ${n(x + w * 0.55)} ${n(y)} T${n(x + w)} ${n(y - 4)}`
  const band = height * 0.15
  const back = (y: number) =>
    `L${n(x + w)} ${n(y - 4)} Q${n(x + w * 0.78)} ${n(y + 8)} ${n(x + w * 0.55)} ${n(y)} T${n(x)} ${n(y)} Z`
  return (
    line(`M${n(x)} ${n(base)} V${n(top)}`, '#fffaf2', 8) +
    path(`M${n(x)} ${n(top)} ${wave(top)} ${back(top + band)}`, '#d8203a') +
    path(`M${n(x)} ${n(top + band)} ${wave(top + band)} ${back(top + band * 2)}`, '#f9c51c')
  )
}

export function beach(rng: Random): Scene {
  const day = rng.pick(days)
  const horizon = rng.between(400, 470)
  const shore = rng.between(610, 680)
  const left = rng.chance(0.5)
  const far = left ? 1 : -1
  let back = wash('sky', day.sky, 0, horizon + 2)
  back += glow('sun', left ? 640 : 160, 130, 260, '#fffbe0', 0.85)
  back += circle(left ? 640 : 160, 130, 44, '#fffdf0', 'fill-opacity=".9"')
  back += clouds(rng, 3, 150, horizon - 70, '#ffffff', 0.75)
  back += wash('sea', day.sea, horizon, shore + 20)
  for (let i = 0; i < 9; i++) {
    const y = horizon + 14 + i * i * 2.4
    const x = rng.between(-40, 620)
    back += line(
      `M${n(x)} ${n(y)} q60 -6 120 0 t120 0`,
      '#ffffff',
      2 + i * 0.35,
      `stroke-opacity="${n(0.2 + i * 0.05)}"`,
    )
  }
  const edge = left ? 800 : 0
  const point = (inset: number, y: number) => `${n(edge - far * inset)} ${n(y)}`
  const head = `M${point(-20, horizon - 96)} C${point(90, horizon - 108)} ${point(150, horizon - 66)} ${point(210, horizon - 52)} S${point(290, horizon - 20)} ${point(330, horizon + 8)} L${point(-20, horizon + 10)} Z`
  const cliff = `M${point(-20, horizon - 36)} C${point(110, horizon - 44)} ${point(170, horizon - 30)} ${point(225, horizon - 16)} S${point(310, horizon - 4)} ${point(340, horizon + 10)} L${point(-20, horizon + 12)} Z`
  back += path(head, '#5f8f72') + path(cliff, '#d9a873')
  if (rng.chance(0.4)) {
    const lx = edge - far * 120
    back += path(
      `M${n(lx - 13)} ${n(horizon - 78)} L${n(lx - 9)} ${n(horizon - 160)} H${n(lx + 9)} L${n(lx + 13)} ${n(horizon - 78)} Z`,
      '#fffaf2',
    )
    back +=
      rect(lx - 12, horizon - 180, 24, 22, '#b3123f', 'rx="4"') + circle(lx, horizon - 182, 10, '#b3123f')
  }
  back += wash('sand', day.sand, shore, 1000)
  const foam = (y: number) =>
    `M-10 ${n(y)} Q120 ${n(y - 34)} 270 ${n(y - 4)} T540 ${n(y + 2)} T820 ${n(y - 14)}`
  back +=
    path(`${foam(shore + 14)} V${n(shore - 40)} H-10 Z`, day.sea[2]) +
    line(foam(shore + 14), '#ffffff', 14, 'stroke-opacity=".9"')
  back += line(foam(shore - 30), '#ffffff', 7, 'stroke-opacity=".7"')
  const side = left ? rng.between(60, 120) : rng.between(680, 740)
  const prop = rng.int(0, 3)
  if (prop === 0) back += norfolkPine(side, shore + 90, 560, '#3f7a5f', '#2d6350')
  if (prop === 1)
    back += umbrella(
      side,
      shore - 110,
      165,
      rng.pick([
        ['#d8435b', '#fff3e3'],
        ['#f5b700', '#fff3e3'],
        ['#2f8f8a', '#fff3e3'],
      ] as const),
    )
  if (prop === 2) {
    const fills = rng.shuffle(['#fff3e3', '#f5b700', '#7cc9bd', '#e8728a', '#5b8fd0'])
    back += surfboard(side - 20, shore + 130, 520, fills[0] ?? '#fff', fills[1] ?? '#000', -5)
    back += surfboard(side + 62, shore + 150, 470, fills[2] ?? '#fff', fills[3] ?? '#000', 6)
  }
  if (prop === 3) back += patrolFlag(side - 30, shore + 120, 470)
  back += birds(rng, 3, left ? 250 : 560, 240, '#4d6f86')
  return { back, front: '', dark: false }
}

const dusks = [
  {
    sky: ['#5f4b8b', '#c9628a', '#f79a6b', '#ffd694'],
    sun: '#fff0b8',
    land: ['#8c4a72', '#6d3a66', '#4d2a54'],
  },
  {
    sky: ['#e8768a', '#f7a07a', '#fcc98a', '#ffe8b8'],
    sun: '#fffbe0',
    land: ['#c96a6f', '#a44f66', '#7a3a5a'],
  },
  {
    sky: ['#7a86c4', '#c79ac6', '#f3b6b0', '#fde0bd'],
    sun: '#fff6dc',
    land: ['#8f7fb0', '#6f6698', '#514c7c'],
  },
  {
    sky: ['#f0a04b', '#f7bd63', '#fbd88a', '#fff0c4'],
    sun: '#fffdf0',
    land: ['#c9824a', '#a8643f', '#7d4836'],
  },
] as const

/** Sunset, over water or over ranges. */
export function sunset(rng: Random): Scene {
  const dusk = rng.pick(dusks)
  const horizon = rng.between(500, 570)
  const x = rng.chance(0.5) ? rng.between(120, 230) : rng.between(570, 680)
  let back = wash('sky', dusk.sky, 0, horizon + 4)
  for (const [r, o] of [
    [300, 0.1],
    [215, 0.14],
    [145, 0.2],
  ] as const)
    back += circle(x, horizon - 90, r, dusk.sun, `fill-opacity="${o}"`)
  back += circle(x, horizon - 90, 88, dusk.sun)
  for (let i = 0; i < 5; i++) {
    const y = rng.between(70, horizon - 170)
    const cx = rng.between(0, 800)
    back += ellipse(cx, y, rng.between(120, 260), rng.between(8, 17), dusk.sky[3], 'fill-opacity=".4"')
  }
  if (rng.chance(0.55)) {
    back += `<linearGradient id="bay" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${dusk.sky[2]}"/><stop offset="1" stop-color="${dusk.land[1]}"/></linearGradient>`
    back += rect(0, horizon, 800, 500, 'url(#bay)')
    for (let i = 0; i < 13; i++) {
      const w = rng.between(30, 120) * (1 + i * 0.08)
      back += rect(
        x - w / 2 + rng.between(-18, 18),
        horizon + 8 + i * 17,
        w,
        6,
        dusk.sun,
        'rx="3" fill-opacity=".55"',
      )
    }
    back += ridge(rng, horizon - 18, 16, dusk.land[0], 4, horizon + 2)
    const bx = x < 400 ? 680 : 110
    back += path(
      `M${bx - 50} ${n(horizon + 34)} H${bx + 50} L${bx + 32} ${n(horizon + 56)} H${bx - 34} Z`,
      dusk.land[2],
    )
    back += path(
      `M${bx} ${n(horizon + 26)} V${n(horizon - 130)} L${bx + 58} ${n(horizon + 26)} Z`,
      '#fff3e0',
      'fill-opacity=".9"',
    )
    back += path(
      `M${bx - 8} ${n(horizon + 26)} V${n(horizon - 96)} L${bx - 46} ${n(horizon + 26)} Z`,
      '#fde0c4',
      'fill-opacity=".8"',
    )
  } else {
    back += ridge(rng, horizon - 12, 34, dusk.land[0], 4) + ridge(rng, horizon + 60, 36, dusk.land[1], 5)
    back += ridge(rng, horizon + 150, 30, dusk.land[2], 4)
  }
  back += birds(rng, 5, x < 400 ? 560 : 240, 190, dusk.land[2])
  return { back, front: '', dark: false }
}
