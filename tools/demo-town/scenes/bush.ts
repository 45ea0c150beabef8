import type { Random } from '../random'
import {
  birds,
  bokeh,
  circle,
  clouds,
  crown,
  ellipse,
  glow,
  leaf,
  line,
  n,
  path,
  rect,
  ridge,
  round,
  type Scene,
  wash,
} from './brush'

const sages = ['#7f9f80', '#93b08a', '#6b8f74', '#a9bf95', '#5d8068'] as const

/** A smooth-barked trunk with the patches it sheds in summer. */
function trunk(rng: Random, x: number, width: number, lean: number): string {
  const bark = rng.pick([
    ['#efe6da', '#d8cabb', '#c9a994'],
    ['#e6dcd2', '#c6bdb4', '#b8987f'],
    ['#f3e3d3', '#e2c2a6', '#c98f72'],
  ] as const)
  const top = x + lean
  const d = `M${n(x - width)} 1000 C${n(x - width * 0.7)} 700 ${n(top - width * 0.8)} 300 ${n(top - width * 0.55)} -20 H${n(top + width * 0.5)} C${n(top + width * 0.7)} 320 ${n(x + width * 0.7)} 700 ${n(x + width * 1.1)} 1000 Z`
  let out = path(d, bark[0])
  out += path(
    `M${n(x + width * 0.3)} 1000 C${n(x + width * 0.2)} 700 ${n(top + width * 0.2)} 300 ${n(top + width * 0.16)} -20 H${n(top + width * 0.5)} C${n(top + width * 0.7)} 320 ${n(x + width * 0.7)} 700 ${n(x + width * 1.1)} 1000 Z`,
    bark[1],
  )
  for (let i = 0; i < 6; i++) {
    const y = rng.between(20, 900)
    const at = top + (x - top) * (y / 1000)
    out += ellipse(
      at + rng.between(-width * 0.4, width * 0.3),
      y,
      width * rng.between(0.1, 0.22),
      rng.between(22, 64),
      bark[2],
      'fill-opacity=".55"',
    )
  }
  return out
}

/** A drooping spray of gum leaves. */
function spray(rng: Random, x: number, y: number, count: number, spread: number): string {
  let out = ''
  for (let i = 0; i < count; i++) {
    const dx = rng.between(-spread, spread)
    const dy = rng.between(-spread * 0.35, spread * 0.35)
    out += leaf(x + dx, y + dy, rng.between(46, 96), rng.between(-32, 32) - dx * 0.1, rng.pick(sages))
  }
  return out
}

/** A crimson rosella, the house bird, on a bare branch. */
function rosella(x: number, y: number, facing: 1 | -1): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${facing} 1)">${
    path('M-16 12 C-30 44 -44 86 -52 118 L-34 122 C-24 92 -8 62 6 38 Z', '#2f5fae') +
    path('M-40 92 L-52 118 L-34 122 Z', '#7fb0e6') +
    path(
      'M0 -52 C26 -52 36 -30 32 -6 C28 26 6 52 -14 46 C-32 38 -34 2 -22 -22 C-16 -38 -12 -52 0 -52 Z',
      '#c31f3f',
    ) +
    path('M-20 -18 C-2 -12 6 16 -10 46 C-30 40 -36 8 -20 -18 Z', '#23233f') +
    path('M-24 4 C-12 10 -8 28 -14 44 C-28 40 -32 22 -24 4 Z', '#3f74c4') +
    path('M12 -26 C26 -28 30 -18 26 -8 C18 -4 8 -10 12 -26 Z', '#2f5fae') +
    path('M28 -40 C42 -40 42 -24 34 -18 C30 -26 28 -32 28 -40 Z', '#e8dccb') +
    circle(17, -36, 4.4, '#1b0f1a')
  }</g>`
}

export function gumTrees(rng: Random): Scene {
  const sky = rng.pick([
    ['#cfe6ee', '#e8f1e6', '#faf3dc'],
    ['#fde7c9', '#fbefd6', '#f3f0d8'],
    ['#bfdcec', '#dcebe8', '#f0f2dd'],
  ] as const)
  const left = rng.chance(0.5)
  let back = wash('sky', sky)
  back += glow('sun', left ? 600 : 200, 240, 340, '#fff6cf', 0.9)
  back +=
    ridge(rng, 500, 34, '#b9cfd0', 4) + ridge(rng, 560, 30, '#9fbcb4', 5) + ridge(rng, 640, 26, '#bcc08a', 4)
  back += ridge(rng, 730, 20, '#d3c48c', 4) + ridge(rng, 830, 18, '#c4ae74', 4)
  for (let i = 0; i < 5; i++)
    back += crown(rng, rng.between(0, 800), rng.between(570, 650), rng.between(30, 54), [
      '#7d9c84',
      '#8dab8c',
      '#a2bb96',
    ])
  for (let i = 0; i < 3; i++)
    back += trunk(rng, rng.between(240, 580), rng.between(7, 13), rng.between(-40, 40))
  const edge = left ? 70 : 730
  back += trunk(rng, edge, rng.between(46, 66), left ? rng.between(-10, 40) : rng.between(-40, 10))
  back += trunk(rng, left ? 726 : 74, rng.between(22, 34), rng.between(-24, 24))
  const perch = rng.between(250, 330)
  const dir = left ? 1 : -1
  back += line(
    `M${edge} ${n(perch + 50)} Q${n(edge + dir * 90)} ${n(perch + 34)} ${n(edge + dir * 170)} ${n(perch - 10)}`,
    '#cbb8a6',
    15,
  )
  if (rng.chance(0.55)) back += rosella(edge + dir * 100, perch - 10, rng.pick([1, -1] as const))
  back += spray(rng, edge + dir * 150, perch - 30, 12, 70)
  for (let i = 0; i < 6; i++)
    back += spray(rng, i * 160 + rng.between(-30, 30), rng.between(-50, 20), 11, 100)
  return { back, front: '', dark: false }
}

function pompoms(rng: Random, x: number, y: number, count: number, spread: number, size: number): string {
  let out = ''
  let shine = ''
  for (let i = 0; i < count; i++) {
    const cx = x + rng.between(-spread, spread)
    const cy = y + rng.between(-spread, spread)
    const r = size * rng.between(0.75, 1.2)
    out += circle(cx, cy, r, '#f8bf1d', 'stroke="#e09a00" stroke-width="3"')
    shine += round(cx - r * 0.28, cy - r * 0.32, r * 0.42)
  }
  return out + path(shine, '#ffdc6a')
}

function wattleBranch(
  rng: Random,
  x: number,
  y: number,
  angle: number,
  length: number,
  size: number,
): string {
  let out = line(
    `M0 0 Q${n(length * 0.5)} ${n(-length * 0.12)} ${n(length)} ${n(length * 0.08)}`,
    '#6b5a3a',
    9,
  )
  for (let i = 0; i < 9; i++) {
    const at = (i / 9) * length
    const side = i % 2 ? 1 : -1
    out += leaf(
      at,
      -length * 0.06,
      rng.between(100, 165),
      side > 0 ? rng.between(-60, -20) : rng.between(-160, -120),
      rng.pick(['#5f8a4c', '#76a05c', '#4d7a4a']),
    )
  }
  for (let i = 0; i < 7; i++) out += pompoms(rng, (i / 6) * length, rng.between(-30, 40), 4, 40, size * 1.1)
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})">${out}</g>`
}

export function wattle(rng: Random): Scene {
  const light = rng.pick([
    ['#dfeecb', '#c4dfb2', '#9cc593'],
    ['#cfe8ee', '#dcebd0', '#b5d3a0'],
    ['#fff0c9', '#eadfa6', '#b9c98a'],
  ] as const)
  let back = wash('light', light)
  back += bokeh(rng, 14, ['#ffd64d', '#ffe99a', '#fffbe0', '#8fbf7a', '#f5b700'], 0, 1000)
  back += glow('sun', rng.between(150, 650), 120, 330, '#fffbe6', 0.85)
  back += wattleBranch(rng, -30, rng.between(40, 130), rng.between(8, 26), 430, 19)
  back += wattleBranch(rng, 830, rng.between(-10, 90), rng.between(148, 168), 420, 18)
  back += wattleBranch(rng, rng.chance(0.5) ? -40 : 500, -40, rng.between(10, 40), 380, 15)
  back += wattleBranch(rng, rng.chance(0.5) ? -30 : 0, 470, rng.between(60, 78), 300, 15)
  back += wattleBranch(rng, 830, 420, rng.between(104, 120), 320, 15)
  const side = rng.chance(0.5)
  const front = wattleBranch(rng, side ? -40 : 840, 1010, side ? -24 : -156, 330, 23)
  return { back, front, dark: false }
}

export function ranges(rng: Random): Scene {
  const haze = rng.pick([
    { sky: ['#8fbce0', '#c6dcec', '#f5ead9'], far: ['#b9cde0', '#9bb6d4', '#7f9fc2', '#668aa6', '#557a80'] },
    { sky: ['#f3b7a0', '#f8d2b4', '#fdecd0'], far: ['#dcb9bc', '#bf9fb4', '#9f88ab', '#7f7699', '#627080'] },
    { sky: ['#a8d3e6', '#d3e8ea', '#f2f4e4'], far: ['#b4d4d6', '#93bfc0', '#74a6a4', '#5a8d86', '#47756a'] },
  ] as const)
  let back = wash('sky', haze.sky) + clouds(rng, 3, 90, 240, '#ffffff', 0.7)
  haze.far.forEach((tone, i) => {
    back += ridge(rng, 350 + i * 78, 46 - i * 3, tone, 4 + (i % 2))
  })
  const left = rng.chance(0.5)
  const x = left ? 120 : 680
  for (let i = 0; i < 3; i++) {
    const px = x + (i - 1) * 62
    const top = 330 + rng.between(0, 90)
    back += path(
      `M${n(px - 34)} 640 L${n(px - 22)} ${n(top + 24)} L${n(px - 6)} ${n(top)} L${n(px + 17)} ${n(top + 16)} L${n(px + 32)} 640 Z`,
      '#d8a06c',
    )
    back += path(
      `M${n(px + 4)} 640 L${n(px + 2)} ${n(top + 8)} L${n(px + 17)} ${n(top + 16)} L${n(px + 32)} 640 Z`,
      '#b87f56',
    )
  }
  back += ridge(rng, 650, 26, '#5f8468', 6)
  for (let i = 0; i < 9; i++)
    back += crown(rng, rng.between(-20, 820), rng.between(690, 790), rng.between(60, 100), [
      '#3f6a54',
      '#527d5f',
      '#6c946d',
    ])
  back += birds(rng, 4, left ? 560 : 240, 200, '#5b6f86')
  return { back, front: '', dark: false }
}

export function outback(rng: Random): Scene {
  const sky = rng.pick([
    ['#4f9fd8', '#9ccdea', '#f6e7cf'],
    ['#e58a6a', '#f5b583', '#fde0ac'],
    ['#6fb2dc', '#b9dcec', '#fbe6d0'],
  ] as const)
  let back = wash('sky', sky) + clouds(rng, 2, 110, 260, '#fffaf2', 0.6)
  back += ridge(rng, 520, 20, '#c78a82', 4) + ridge(rng, 560, 16, '#b9665a', 5)
  back += wash('earth', ['#d8734a', '#c9572f', '#a84426'], 590)
  back +=
    ridge(rng, 620, 14, '#d9703f', 3) + ridge(rng, 730, 20, '#c85a30', 3) + ridge(rng, 850, 20, '#b34a28', 3)
  for (let i = 0; i < 26; i++) {
    const y = rng.between(610, 980)
    const x = rng.between(-10, 810)
    const s = 16 + (y - 600) * 0.1
    for (let blade = -4; blade <= 4; blade++) {
      back += line(
        `M${n(x)} ${n(y)} q${n(blade * s * 0.12)} ${n(-s * 0.6)} ${n(blade * s * 0.3)} ${n(-s + Math.abs(blade) * s * 0.12)}`,
        blade % 2 ? '#c9b86a' : '#9fa860',
        2.6,
      )
    }
  }
  const left = rng.chance(0.5)
  const x = left ? 105 : 695
  if (rng.chance(0.5)) {
    back += line(
      `M${x - 46} 660 L${x} 240 L${x + 46} 660 M${x - 34} 545 H${x + 34} M${x - 24} 440 H${x + 24} M${x - 38} 600 L${x + 26} 450 M${x + 38} 600 L${x - 26} 450`,
      '#6d5a55',
      6,
    )
    for (let i = 0; i < 12; i++)
      back += path(
        `M0 0 L-10 -82 Q0 -92 12 -82 Z`,
        i % 2 ? '#e6dfd6' : '#cfc5ba',
        `transform="translate(${x} 240) rotate(${i * 30 + 8})"`,
      )
    back += circle(x, 240, 11, '#6d5a55')
  } else {
    back += path(
      `M${x - 20} 680 C${x - 14} 560 ${x - 34} 480 ${x - 8} 360 L${x + 8} 360 C${x - 6} 480 ${x + 18} 560 ${x + 20} 680 Z`,
      '#f7efe6',
    )
    back += line(
      `M${x - 6} 470 Q${x + 50} 420 ${x + 78} 340 M${x - 14} 430 Q${x - 60} 380 ${x - 72} 320`,
      '#f7efe6',
      13,
    )
    for (const [dx, dy, s] of [
      [0, 310, 92],
      [78, 300, 74],
      [-74, 280, 78],
    ] as const)
      back += crown(rng, x + dx, dy, s, ['#6b8a5c', '#84a16c', '#a3b982'])
  }
  return { back, front: '', dark: false }
}

/** Broad leaves and a fall of water: the wet north. */
export function rainforest(rng: Random): Scene {
  let back = wash('green', ['#cfeadb', '#8fc7a4', '#4d8f6e', '#2f6a52'])
  back += glow('sun', rng.between(300, 500), 180, 380, '#fbffe0', 0.9)
  const fall = rng.chance(0.5) ? rng.between(120, 220) : rng.between(580, 680)
  back += rect(fall - 48, 80, 96, 640, '#eaf7f4', 'fill-opacity=".85"')
  for (let i = 0; i < 8; i++) back += rect(fall - 44 + i * 11, 80, 4, 640, '#b9dfe0', 'fill-opacity=".8"')
  back += ellipse(fall, 720, 150, 34, '#eaf7f4', 'fill-opacity=".9"')
  for (let i = 0; i < 9; i++)
    back += crown(rng, rng.between(-20, 820), rng.between(600, 900), rng.between(80, 150), [
      '#27604a',
      '#357658',
      '#4a8f68',
    ])
  for (let i = 0; i < 8; i++) {
    const side = i % 2 ? 820 : -20
    const y = 40 + i * 70 + rng.between(-20, 20)
    const tone = rng.pick(['#2f7a56', '#3f9266', '#5aab74', '#256248'])
    const turn = (i % 2 ? 90 : -90) + rng.between(-35, 35)
    let frond = line('M0 0 Q10 130 0 260', '#1f5540', 5)
    for (let k = 1; k < 12; k++) {
      frond += leaf(k * 0.6, k * 22, 120 - k * 6, -62, tone) + leaf(k * 0.6, k * 22, 120 - k * 6, 58, tone)
    }
    back += `<g transform="translate(${side} ${n(y)}) rotate(${n(turn)})">${frond}</g>`
  }
  return { back, front: '', dark: false }
}
