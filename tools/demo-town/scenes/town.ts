import type { Random } from '../random'
import {
  bokeh,
  box,
  circle,
  clouds,
  crown,
  ellipse,
  glow,
  line,
  n,
  path,
  rect,
  round,
  type Scene,
  wash,
} from './brush'

interface Hour {
  sky: readonly string[]
  far: string
  middle: string
  near: string
  window: string
  water: readonly string[]
  dark: boolean
}

const hours: readonly Hour[] = [
  {
    sky: ['#8fc6ea', '#cfe6f0', '#f8f0e2'],
    far: '#bcd0de',
    middle: '#93b0c8',
    near: '#6d90b0',
    window: '#d9e9f2',
    water: ['#5fa6bd', '#8fcad0'],
    dark: false,
  },
  {
    sky: ['#f7b08e', '#fbd0a8', '#fff0d0'],
    far: '#e0b6aa',
    middle: '#c48f94',
    near: '#9c6f86',
    window: '#ffe9b8',
    water: ['#c99aa0', '#f0c4ac'],
    dark: false,
  },
  {
    sky: ['#b9b4e2', '#e3cfe6', '#fde6dc'],
    far: '#c4bcd8',
    middle: '#a099c4',
    near: '#7d7aac',
    window: '#fff0c9',
    water: ['#8f9fcc', '#c3c4e0'],
    dark: false,
  },
]

const night: Hour = {
  sky: ['#171433', '#2c2556', '#59407a'],
  far: '#3d3568',
  middle: '#2d2753',
  near: '#211c40',
  window: '#ffd98a',
  water: ['#231f47', '#3b3268'],
  dark: true,
}

function towers(
  rng: Random,
  base: number,
  low: number,
  high: number,
  hour: Hour,
  tone: string,
  lit: number,
): string {
  let out = ''
  let windows = ''
  for (let x = -20; x < 810; ) {
    const w = rng.between(46, 104)
    // Lower in the middle, so that the skyline frames the head.
    const dip = 1 - 0.35 * Math.exp(-(((x + w / 2 - 400) / 190) ** 2))
    const h = rng.between(low, high) * dip
    const top = base - h
    const roof = rng.int(0, 3)
    out += rect(x, top, w - 4, h, tone)
    if (roof === 0)
      out += path(
        `M${n(x)} ${n(top + 1)} L${n(x + w / 2 - 2)} ${n(top - 34)} L${n(x + w - 4)} ${n(top + 1)} Z`,
        tone,
      )
    if (roof === 1) out += rect(x + w * 0.4, top - 46, 5, 48, tone)
    if (roof === 2) out += rect(x + w * 0.2, top - 18, w * 0.5, 20, tone)
    if (lit > 0) {
      for (let wy = top + 16; wy < base - 22; wy += 24) {
        for (let wx = x + 10; wx < x + w - 18; wx += 17) if (rng.chance(lit)) windows += box(wx, wy, 8, 12)
      }
    }
    x += w
  }
  return windows ? out + path(windows, hour.window, 'fill-opacity=".75"') : out
}

function archBridge(y: number, tone: string): string {
  let out =
    line(`M60 ${y} Q400 ${y - 300} 740 ${y}`, tone, 13) + line(`M110 ${y} Q400 ${y - 236} 690 ${y}`, tone, 8)
  for (let i = 1; i < 22; i++) {
    const t = i / 22
    const x = 60 + 680 * t
    const outer = y - 600 * t * (1 - t)
    out += line(`M${n(x)} ${n(outer)} V${n(y)}`, tone, 3.6)
  }
  out += rect(-10, y - 8, 820, 20, tone)
  for (const x of [30, 716]) out += rect(x, y - 104, 54, 190, tone) + rect(x - 6, y - 116, 66, 16, tone)
  return out
}

function ferry(x: number, y: number): string {
  return (
    path(`M${x - 88} ${y} H${x + 88} L${x + 64} ${y + 36} H${x - 64} Z`, '#23705f') +
    rect(x - 64, y - 32, 128, 32, '#fbe6b8', 'rx="6"') +
    rect(x - 38, y - 58, 76, 28, '#fbe6b8', 'rx="6"') +
    [-46, -22, 2, 26].map((dx) => rect(x + dx, y - 23, 15, 13, '#5f8fa0', 'rx="2"')).join('') +
    rect(x - 9, y - 84, 18, 28, '#f5b700')
  )
}

export function harbour(rng: Random): Scene {
  const hour = rng.pick(hours)
  const shore = rng.between(560, 610)
  let back = wash('sky', hour.sky) + clouds(rng, 3, 90, 230, '#ffffff', 0.65)
  back += towers(rng, shore, 150, 330, hour, hour.far, 0)
  if (rng.chance(0.6)) back += archBridge(Math.round(shore - 46), hour.near)
  else back += towers(rng, shore, 90, 260, hour, hour.middle, 0.5)
  back += wash('water', hour.water, shore, 1000)
  for (let i = 0; i < 16; i++)
    back += line(
      `M${n(rng.between(-40, 700))} ${n(shore + 20 + i * 24)} q30 -7 60 0 t60 0`,
      '#ffffff',
      3,
      'stroke-opacity=".4"',
    )
  back += ferry(rng.chance(0.5) ? 130 : 660, Math.round(shore + 50))
  return { back, front: '', dark: false }
}

export function skyline(rng: Random): Scene {
  const hour = rng.pick(hours)
  let back = wash('sky', hour.sky) + clouds(rng, 3, 80, 200, '#ffffff', 0.7)
  back += towers(rng, 720, 300, 500, hour, hour.far, 0)
  back +=
    towers(rng, 740, 190, 400, hour, hour.middle, 0.55) + towers(rng, 760, 90, 260, hour, hour.near, 0.5)
  back += wash('lawn', ['#9cc48a', '#7fae78'], 740)
  for (let i = 0; i < 8; i++)
    back += crown(rng, i * 115 + rng.between(-30, 30), rng.between(720, 770), rng.between(56, 92), [
      '#4d8a5f',
      '#66a36f',
      '#86bb84',
    ])
  return { back, front: '', dark: false }
}

/** A laneway at night under strings of lights. Only for people with light hair. */
export function fairyLights(rng: Random): Scene {
  let back = wash('sky', night.sky)
  back += towers(rng, 1000, 560, 800, night, night.middle, 0.18)
  back += glow('warm', 400, 470, 470, '#ffb765', 0.55)
  back += bokeh(rng, 30, ['#ffd98a', '#ff9c73', '#ffe9c0', '#e8728a'], 360, 1000)
  for (let i = 0; i < 5; i++) {
    const y = 40 + i * 62
    const sag = rng.between(70, 130)
    const tilt = rng.between(-50, 50)
    back += line(`M-10 ${n(y)} Q400 ${n(y + sag * 2)} 810 ${n(y + tilt)}`, '#140f2b', 4)
    for (let k = 1; k < 12; k++) {
      const t = k / 12
      const x = 820 * t - 10
      const by = (1 - t) ** 2 * y + 2 * t * (1 - t) * (y + sag * 2) + t ** 2 * (y + tilt)
      back += circle(x, by + 11, 24, '#ffcf7a', 'fill-opacity=".25"') + circle(x, by + 11, 9, '#fff0c4')
    }
  }
  return { back, front: '', dark: true }
}

function terrace(rng: Random, x: number, w: number): string {
  const wall = rng.pick(['#f3dcc9', '#e9c3b4', '#cfdcd3', '#f6e6b8', '#d9cde2', '#c9dbe6'])
  const trim = rng.pick(['#fffaf2', '#3f6a70', '#8a3a4c', '#46546b'])
  let out = rect(x, 300, w, 700, wall) + rect(x - 3, 280, w + 6, 26, trim)
  out += path(`M${n(x)} 282 L${n(x + w / 2)} 226 L${n(x + w)} 282 Z`, wall) + circle(x + w / 2, 262, 11, trim)
  for (const floor of [350, 600]) {
    for (const at of [0.14, 0.58]) {
      out +=
        rect(x + w * at, floor, w * 0.28, 130, trim, 'rx="12"') +
        rect(x + w * at + 7, floor + 9, w * 0.28 - 14, 112, '#7f9db0', 'rx="8"')
      out += line(`M${n(x + w * (at + 0.14))} ${floor + 10} V${floor + 120}`, trim, 4)
    }
    out += path(
      `M${n(x - 4)} ${floor + 158} H${n(x + w + 4)} L${n(x + w + 4)} ${floor + 174} H${n(x - 4)} Z`,
      '#8f9ba3',
    )
    let lace = ''
    for (let i = 0; i < 11; i++) lace += round(x + (i + 0.5) * (w / 11), floor + 184, w / 26)
    out += line(lace, trim, 4)
  }
  return out
}

/** November: terrace houses behind jacarandas. */
export function jacarandaStreet(rng: Random): Scene {
  let back = wash('sky', ['#a9d3ee', '#d9e9f2', '#fbeee6'])
  for (let i = 0; i < 4; i++) back += terrace(rng, i * 204 - 8, 202)
  back += rect(0, 0, 800, 1000, '#f3e6f7', 'fill-opacity=".28"')
  const purples = ['#7d63b8', '#9579cf', '#b49ae3'] as const
  for (const [x, y] of [
    [40, 130],
    [760, 110],
  ] as const) {
    back += path(
      `M${x - 22} 1000 C${x - 6} 700 ${x + 8} 500 ${x} 200 L${x + 26} 200 C${x + 32} 500 ${x + 24} 700 ${x + 40} 1000 Z`,
      '#6d5560',
    )
    for (let i = 0; i < 5; i++)
      back += crown(rng, x + rng.between(-90, 90), y + rng.between(-60, 110), rng.between(90, 130), purples)
  }
  for (let i = 0; i < 3; i++)
    back += crown(rng, 200 + i * 200, rng.between(-20, 40), rng.between(90, 130), purples)
  for (const tone of purples) {
    let petals = ''
    for (let i = 0; i < 22; i++)
      petals += round(rng.between(0, 800), rng.between(200, 1000), rng.between(4, 7))
    back += path(petals, tone, 'fill-opacity=".8"')
  }
  return { back, front: '', dark: false }
}

/** Fence, lemon tree, rotary clothes line: a Sunday. */
export function backyard(rng: Random): Scene {
  const fence = rng.pick([
    ['#d9b48f', '#c79f79'],
    ['#c9d3c4', '#b4c0ae'],
    ['#e6d6c4', '#d3c0ab'],
  ] as const)
  let back = wash('sky', ['#86c5ec', '#c4e2f0', '#f0f4e6']) + clouds(rng, 3, 90, 260, '#ffffff', 0.85)
  for (let i = 0; i < 6; i++)
    back += crown(rng, i * 160 + rng.between(-30, 30), 450, rng.between(76, 120), [
      '#6b9a68',
      '#83b17a',
      '#a2c890',
    ])
  for (let x = -6; x < 806; x += 46)
    back += rect(x, 460, 43, 240, (x / 46) % 2 < 1 ? fence[0] : fence[1], 'rx="4"')
  back += wash('lawn', ['#a6d07c', '#7fb562'], 690)
  const left = rng.chance(0.5)
  const x = left ? 660 : 140
  back +=
    line(
      `M${x} 790 V250 M${x - 190} 230 L${x} 300 L${x + 190} 230 M${x - 190} 230 L${x + 190} 230`,
      '#8f9ba3',
      9,
    ) + line(`M${x - 150} 262 H${x + 150}`, '#b9c3c9', 3)
  const cloths = rng.shuffle(['#f7c9c4', '#fff3d6', '#9fc9d8', '#f5b700', '#c3d9b4', '#e8728a'])
  ;[-130, -50, 36, 100].forEach((dx, i) => {
    back += path(`M${x + dx} 256 h60 l-6 ${100 + (i % 3) * 30} q-24 10 -48 0 Z`, cloths[i] ?? '#fff')
  })
  const lemon = left ? 110 : 690
  back +=
    ellipse(lemon, 796, 120, 17, '#5f9a50') +
    rect(lemon - 13, 560, 26, 240, '#8a6a4f') +
    crown(rng, lemon, 490, 150, ['#3f8a52', '#57a35f', '#79bb72'])
  for (let i = 0; i < 11; i++)
    back += ellipse(lemon + rng.between(-104, 104), 484 + rng.between(-58, 60), 13, 16, '#ffd93b')
  return { back, front: '', dark: false }
}
