import type { Random } from '../random'
import { box, circle, crown, ellipse, glow, leaf, line, n, path, rect, type Scene } from './brush'

function pendant(x: number, drop: number, shade: string): string {
  return (
    line(`M${n(x)} -10 V${n(drop)}`, '#3b2a3a', 4) +
    circle(x, drop + 46, 120, '#ffe6a8', 'fill-opacity=".22"') +
    path(
      `M${n(x - 58)} ${n(drop + 56)} Q${n(x - 50)} ${n(drop)} ${n(x)} ${n(drop - 6)} Q${n(x + 50)} ${n(drop)} ${n(x + 58)} ${n(drop + 56)} Z`,
      shade,
    ) +
    ellipse(x, drop + 57, 40, 9, '#fff3cf')
  )
}

function pot(rng: Random, x: number, base: number, size: number): string {
  const clay = rng.pick(['#c9704f', '#f3e3d3', '#4d7a74', '#e0a94a'])
  const green = rng.pick(['#4d8f62', '#6aa56e', '#3f7a5c'])
  let out = ''
  for (let i = 0; i < 9; i++)
    out += leaf(
      x,
      base - size * 0.7,
      size * rng.between(0.9, 1.35),
      180 + (i - 4) * 24 + rng.between(-8, 8),
      green,
    )
  out += path(
    `M${n(x - size * 0.42)} ${n(base - size * 0.72)} H${n(x + size * 0.42)} L${n(x + size * 0.3)} ${n(base)} H${n(x - size * 0.3)} Z`,
    clay,
  )
  return out
}

function trailing(rng: Random, x: number, y: number): string {
  let out = ''
  for (let strand = -2; strand <= 2; strand++) {
    const length = rng.between(70, 170)
    out += line(
      `M${n(x + strand * 13)} ${n(y)} q${n(strand * 9)} ${n(length * 0.5)} ${n(strand * 5)} ${n(length)}`,
      '#4d8f62',
      3,
    )
    for (let t = 0.15; t <= 1; t += 0.17)
      out += circle(x + strand * 13 + strand * 7 * t, y + length * t, 9, t > 0.6 ? '#86bb84' : '#66a36f')
  }
  return (
    out +
    path(`M${n(x - 44)} ${n(y - 46)} H${n(x + 44)} L${n(x + 33)} ${n(y + 8)} H${n(x - 33)} Z`, '#f3e3d3')
  )
}

function shelf(rng: Random, x: number, y: number, width: number): string {
  let out = rect(x, y, width, 16, '#9c6b4a', 'rx="3"')
  for (let at = x + 30; at < x + width - 26; at += rng.between(46, 70)) {
    const kind = rng.int(0, 3)
    const fill = rng.pick(['#fffaf2', '#e8728a', '#7cc9bd', '#f5b700', '#b3123f', '#cfdcd3', '#46546b'])
    if (kind === 0)
      out +=
        rect(at - 17, y - 32, 34, 32, fill, 'rx="7"') +
        line(`M${n(at + 17)} ${n(y - 24)} q15 2 0 17`, fill, 5)
    if (kind === 1)
      out +=
        rect(at - 15, y - 58, 30, 58, fill, 'rx="8"') + rect(at - 17, y - 66, 34, 12, '#9c6b4a', 'rx="3"')
    if (kind === 2)
      out += [0, 1, 2].map((i) => rect(at - 21, y - 11 - i * 11, 42, 9, fill, 'rx="4"')).join('')
    if (kind === 3) out += pot(rng, at, y, 40)
  }
  return out
}

/** A flat white with a rosetta on a timber table. */
function table(rng: Random, timber: readonly [string, string], cupX: number): string {
  const cup = rng.pick(['#fffaf2', '#7cc9bd', '#f3c4b4', '#46546b'])
  return (
    rect(-10, 905, 820, 110, timber[0]) +
    rect(-10, 905, 820, 14, timber[1]) +
    ellipse(cupX, 934, 104, 22, '#2a1428', 'fill-opacity=".18"') +
    ellipse(cupX, 926, 98, 21, '#fffaf2') +
    path(
      `M${cupX - 66} 850 Q${cupX - 62} 920 ${cupX - 30} 926 H${cupX + 30} Q${cupX + 62} 920 ${cupX + 66} 850 Z`,
      cup,
    ) +
    line(`M${cupX + 63} 862 q44 4 34 34 q-10 18 -42 14`, cup, 12) +
    ellipse(cupX, 850, 66, 17, cup) +
    ellipse(cupX, 851, 57, 13, '#a8683f') +
    path(`M${cupX} 860 q-34 -5 -20 -14 q12 -4 20 4 q8 -8 20 -4 q14 9 -20 14 Z`, '#fbe9d0')
  )
}

export function cafe(rng: Random): Scene {
  const wall = rng.pick([
    ['#f6e3d0', '#eed3bb'],
    ['#d3e2da', '#c0d4c9'],
    ['#f4cfc4', '#e9bbb0'],
    ['#cfdcea', '#bccde0'],
    ['#f2dfa8', '#e8cf8c'],
  ] as const)
  let back = rect(0, 0, 800, 1000, wall[0])
  let bricks = ''
  for (let y = 560; y < 1000; y += 44) {
    for (let x = (y / 44) % 2 < 1 ? -40 : 0; x < 820; x += 80) bricks += box(x + 3, y + 3, 74, 38)
  }
  back += path(bricks, '#fffaf2', 'fill-opacity=".55"')
  back += rect(0, 548, 800, 12, wall[1])
  const left = rng.chance(0.5)
  const x = left ? 40 : 500
  back += rect(x - 14, 66, 288, 424, '#fffaf2', 'rx="10"')
  back += `<clipPath id="pane"><rect x="${x}" y="80" width="260" height="396"/></clipPath><g clip-path="url(#pane)">`
  back += rect(x, 80, 260, 396, '#bfe0ee') + rect(x, 320, 260, 160, '#e6d9c9')
  back +=
    rect(x + 14, 180, 84, 200, '#e9b7a4') +
    rect(x + 104, 150, 94, 230, '#f3e0b4') +
    rect(x + 204, 200, 70, 180, '#b9c9d6')
  back +=
    crown(rng, x + 70, 260, 74, ['#5f9f74', '#7db588', '#a1cba0']) + rect(x + 64, 300, 12, 110, '#8a6a4f')
  back += `</g>${rect(x + 125, 80, 10, 396, '#fffaf2')}${rect(x, 270, 260, 10, '#fffaf2')}`
  back += path(`M${x - 22} 60 H${x + 282} V98 ${'q-19 30 -38 0 '.repeat(8)} Z`, '#b3123f')
  for (const i of [0, 2, 4, 6]) back += path(`M${x - 22 + i * 38} 60 h38 v38 q-19 30 -38 0 Z`, '#fff3e3')
  const sx = left ? 440 : 30
  back += shelf(rng, sx, 220, 330) + shelf(rng, sx, 350, 330) + shelf(rng, sx, 480, 330)
  const shade = rng.pick(['#17655a', '#b3123f', '#f5b700', '#2a1428'])
  back += pendant(left ? 400 : 440, 60, shade) + pendant(left ? 690 : 110, 30, shade)
  back += trailing(rng, left ? 770 : 24, 420)
  const timber = rng.pick([
    ['#b98558', '#d3a174'],
    ['#8f6247', '#ab7c5c'],
  ] as const)
  return { back, front: rng.chance(0.75) ? table(rng, timber, rng.chance(0.5) ? 132 : 668) : '', dark: false }
}

/** Someone's own shelves: books by colour, because it was raining. */
export function bookshelves(rng: Random): Scene {
  const wood = rng.pick([
    ['#a8744e', '#7f5338', '#5f3d2b'],
    ['#f6ece2', '#e3d2c2', '#cdb7a4'],
    ['#6d8a80', '#537068', '#3f5a53'],
  ] as const)
  const spines = rng.shuffle([
    '#b3123f',
    '#e8728a',
    '#f5b700',
    '#f0a060',
    '#17655a',
    '#7cc9bd',
    '#5b8fd0',
    '#46546b',
    '#fff3e3',
    '#c9a3d8',
    '#d8c3a5',
  ])
  let back = rect(0, 0, 800, 1000, wood[1])
  for (let row = 0; row < 6; row++) {
    const floor = 148 + row * 172
    let titles = ''
    let marks = ''
    back += rect(0, floor - 150, 800, 150, wood[2])
    for (let x = 8; x < 790; ) {
      if (rng.chance(0.06)) {
        back += pot(rng, x + 46, floor, 74)
        x += 96
        continue
      }
      const w = rng.between(16, 40)
      // Hidden behind the person.
      if (row > 2 && x > 300 && x + w < 500) {
        x += w
        continue
      }
      const h = rng.between(88, 136)
      const fill = rng.pick(spines)
      const tilt = rng.chance(0.06) ? 8 : 0
      const lean = tilt ? `transform="rotate(${tilt} ${n(x)} ${floor})"` : ''
      back += rect(x, floor - h, w - 2, h, fill, `rx="3" ${lean}`)
      if (!tilt) {
        titles += box(x + 3, floor - h + 14, w - 8, 5)
        marks += box(x + 3, floor - 24, w - 8, 4)
      }
      x += w + (tilt ? 14 : 0)
    }
    back += path(titles, '#2a1428', 'fill-opacity=".25"') + path(marks, '#fffaf2', 'fill-opacity=".5"')
    back += rect(0, floor, 800, 22, wood[0])
  }
  back += rect(0, 0, 800, 1000, rng.pick(['#fff1dd', '#fde4d0']), 'fill-opacity=".3"')
  back += glow('lamp', rng.chance(0.5) ? 130 : 670, 240, 420, '#fff0c4', 0.75)
  return { back, front: '', dark: false }
}

/** A bright kitchen: tiles, herbs in a window, copper. */
export function kitchen(rng: Random): Scene {
  const tile = rng.pick([
    ['#e3efec', '#cfe2de'],
    ['#fbe9dd', '#f3d8c7'],
    ['#e6e9f5', '#d3d9ec'],
  ] as const)
  let back = rect(0, 0, 800, 1000, tile[0])
  let tiles = ''
  for (let y = 0; y < 620; y += 52) {
    for (let x = (y / 52) % 2 < 1 ? -50 : 0; x < 820; x += 100) tiles += box(x + 3, y + 3, 94, 46)
  }
  back += path(tiles, tile[1])
  const left = rng.chance(0.5)
  const wx = left ? 500 : 50
  back +=
    rect(wx, 70, 250, 300, '#fffaf2', 'rx="8"') +
    rect(wx + 14, 84, 222, 272, '#c4e6f2') +
    crown(rng, wx + 150, 310, 90, ['#7fb58a', '#9cc99e', '#bcdcb4'])
  back += rect(wx + 120, 84, 8, 272, '#fffaf2') + rect(wx - 18, 366, 286, 22, '#e6cdb4', 'rx="4"')
  for (const dx of [36, 124, 210]) back += pot(rng, wx + dx, 368, 64)
  const rx = left ? 60 : 460
  back += line(`M${rx} 130 H${rx + 290}`, '#6d5560', 9)
  const pans = rng.shuffle(['#c9744a', '#46546b', '#d8945f', '#8f9ba3'])
  ;[40, 140, 240].forEach((dx, i) => {
    const r = 40 + (i % 2) * 14
    back +=
      line(`M${rx + dx} 130 V${230 - r}`, '#6d5560', 8) +
      circle(rx + dx, 236, r, pans[i] ?? '#888') +
      circle(rx + dx, 236, r * 0.74, '#2a1428', 'fill-opacity=".16"')
  })
  back +=
    shelf(rng, rx - 20, 460, 340) +
    rect(0, 620, 800, 30, '#e6cdb4') +
    rect(0, 650, 800, 350, rng.pick(['#5b8a80', '#b96a5c', '#46546b', '#d8a94a']))
  return { back, front: '', dark: false }
}
