import { openPeeps } from '@dicebear/collection'
import { createAvatar } from '@dicebear/core'
import type { Outfit } from './clothes'
import type { DemoLook } from './person'
import { circle, ellipse } from './scenes/brush'

/**
 * Open Peeps by Pablo Stanley (CC0), taken apart and recombined. In the originals, hair and outline are one black
 * shape. We paint that shape in our ink, and again in the hair colour with an inked edge, clipped to itself, so
 * that lines stay dark and hair gets its colour.
 */
const ink = '#2a1428'
const skinMark = 'abc001'
const clothMark = 'abc002'
const hairMark = 'abc003'

interface Parts {
  body: readonly [skin: string, cloth: string, outline: string]
  head: string
  face: string
  beard: string
  glasses: string
}

/** Outlines are about this thick; thicker shapes are hair. */
const edge = 9

const cache = new Map<string, Parts>()

function takeApart(head: string, face: string, beard: string | null, glasses: string | null): Parts {
  const key = [head, face, beard, glasses].join('/')
  const known = cache.get(key)
  if (known) return known
  const svg = createAvatar(openPeeps, {
    seed: key,
    head: [head as 'afro'],
    face: [face as 'smile'],
    facialHair: beard ? [beard as 'full'] : [],
    facialHairProbability: beard ? 100 : 0,
    accessories: glasses ? [glasses as 'glasses'] : [],
    accessoriesProbability: glasses ? 100 : 0,
    maskProbability: 0,
    skinColor: [skinMark],
    clothingColor: [clothMark],
    headContrastColor: [hairMark],
  }).toString()
  const shape =
    /<g mask="url\(#viewboxMask\)">(.*?)<g transform="matrix\(\.99789 0 0 1 156 62\)">(.*)<\/g><g transform="translate\(315 248\)">(.*)<\/g><g transform="translate\(279 400\)">(.*)<\/g><g transform="translate\(179 343\)">.*<\/g><g transform="translate\(203 303\)">(.*)<\/g><\/g>/s.exec(
      svg,
    )
  if (!shape) throw new Error('The drawings of Open Peeps have an unexpected format')
  const paths = [...(shape[1] ?? '').matchAll(/<path d="([^"]+)"/g)].map((match) => match[1] ?? '')
  const [skin, cloth, outline] = paths
  if (!skin || !cloth || !outline) throw new Error('The bodies of Open Peeps have an unexpected format')
  const parts: Parts = {
    body: [skin, cloth, outline],
    head: shape[2] ?? '',
    face: shape[3] ?? '',
    beard: shape[4] ?? '',
    glasses: shape[5] ?? '',
  }
  cache.set(key, parts)
  return parts
}

/** Every black shape of a fragment, as a path and its fill rule. */
function blackShapes(fragment: string): { d: string; rule: string }[] {
  const found: { d: string; rule: string }[] = []
  const groups = [...fragment.matchAll(/<g([^>]*)>(.*?)<\/g>/gs)]
  for (const [, attributes = '', inside = ''] of groups) {
    if (!attributes.includes('#000')) continue
    for (const [tag, d = ''] of inside.matchAll(/<path[^>]*?\sd="([^"]+)"[^>]*>/g)) {
      found.push({ d, rule: /evenodd/.test(tag + attributes) ? 'evenodd' : 'nonzero' })
    }
  }
  for (const [tag] of fragment.matchAll(/<path[^>]*>/g)) {
    const d = /\sd="([^"]+)"/.exec(tag)?.[1]
    if (d && tag.includes('fill="#000"'))
      found.push({ d, rule: /evenodd/.test(tag) || /<g[^>]*evenodd/.test(fragment) ? 'evenodd' : 'nonzero' })
  }
  return found
}

function tinted(id: string, fragment: string, fill: string): string {
  return blackShapes(fragment)
    .map(({ d, rule }, i) => {
      const clip = `${id}${i}`
      return (
        `<clipPath id="${clip}"><path d="${d}" clip-rule="${rule}"/></clipPath>` +
        `<path d="${d}" fill="${fill}" fill-rule="${rule}" stroke="${ink}" stroke-width="${edge * 2}" clip-path="url(#${clip})"/>`
      )
    })
    .join('')
}

function shade(hex: string, by: number): string {
  const value = Number.parseInt(hex, 16)
  const mix = (channel: number) => Math.round(by < 0 ? channel * (1 + by) : channel + (255 - channel) * by)
  return [16, 8, 0]
    .map((bits) =>
      mix((value >> bits) & 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
}

const gradient = (id: string, from: string, to: string, y1: number, y2: number): string =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="${y1}" x2="0" y2="${y2}"><stop offset="0" stop-color="#${from}"/><stop offset="1" stop-color="#${to}"/></linearGradient>`

/** Heads whose black is cloth, not hair. */
const clothHeads = new Set(['hijab', 'hatHip'])
/** Heads without hair to colour; their black is only line. */
const bareHeads = new Set([
  'noHair1',
  'noHair2',
  'noHair3',
  'turban',
  'grayShort',
  'grayMedium',
  'grayBun',
  'bangs',
  'mediumBangs2',
  'short4',
  'mohawk',
  'mohawk2',
  'cornrows',
])

/** The person as a group in Open Peeps units (704 wide, head from about 60 to 585, body below). */
export function drawPeep(look: DemoLook, face: string, outfit: Outfit, cloth: string): string {
  const parts = takeApart(look.head, face, look.facialHair, look.glasses)
  const [skin, shirt, outline] = parts.body
  const paint = (fragment: string) =>
    fragment
      .replaceAll(`#${skinMark}`, `#${look.skin}`)
      .replaceAll(`#${clothMark}`, cloth)
      .replaceAll(`#${hairMark}`, 'url(#hair)')
      .replaceAll('#000', ink)

  const headFill = clothHeads.has(look.head) ? 'url(#scarf)' : 'url(#hair)'
  const head = paint(parts.head) + (bareHeads.has(look.head) ? '' : tinted('h', parts.head, headFill))
  const beard = paint(parts.beard) + (look.facialHair ? tinted('b', parts.beard, 'url(#beard)') : '')
  const base = outfit.base.slice(1)
  const defs =
    gradient('hair', shade(look.hair, 0.16), shade(look.hair, -0.16), 0, 420) +
    gradient('beard', shade(look.hair, 0.04), shade(look.hair, -0.14), 0, 170) +
    gradient('scarf', shade(cloth.slice(1), 0.1), shade(cloth.slice(1), -0.14), 0, 520) +
    `<clipPath id="shirt"><path d="${shirt}" clip-rule="evenodd"/></clipPath>` +
    `<linearGradient id="cloth"><stop offset="0" stop-color="#${shade(base, -0.16)}"/><stop offset=".4" stop-color="#${base}"/><stop offset="1" stop-color="#${shade(base, 0.1)}"/></linearGradient>`
  const body =
    `<path d="${skin}" fill="#${look.skin}"/>` +
    `<path d="M296 560 C330 640 450 640 484 560 L470 520 H320 Z" fill="#${shade(look.skin, -0.13)}"/>` +
    `<path d="${shirt}" fill="url(#cloth)" fill-rule="evenodd"/>` +
    (outfit.pattern ? `<g clip-path="url(#shirt)">${outfit.pattern}</g>` : '') +
    `<path d="${outline}" fill="${ink}" fill-rule="evenodd"/>` +
    outfit.over
  const cheeks =
    ellipse(368, 432, 31, 20, '#e0446a', 'fill-opacity=".2"') +
    ellipse(516, 436, 15, 16, '#e0446a', 'fill-opacity=".16"')
  const freckles = look.freckles
    ? [
        [360, 414],
        [378, 426],
        [392, 412],
        [372, 438],
        [490, 412],
        [502, 424],
        [512, 410],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 3.4, `#${shade(look.skin, -0.32)}`))
        .join('')
    : ''
  return (
    `<defs>${defs}</defs>${body}<g transform="matrix(.99789 0 0 1 156 62)">${head}</g>${cheeks}${freckles}` +
    `<g transform="translate(315 248)">${paint(parts.face)}</g><g transform="translate(279 400)">${beard}</g>` +
    `<g transform="translate(203 303)">${paint(parts.glasses)}</g>`
  )
}
