import sharp from 'sharp'
import { cloths, dress } from './clothes'
import { drawPeep } from './peep'
import type { DemoPerson } from './person'
import { placeKey, places, type Setting } from './places'
import { type Random, random } from './random'
import { frame, n, type Scene } from './scenes/brush'
import { gumTrees, outback, rainforest, ranges, wattle } from './scenes/bush'
import { beach, sunset } from './scenes/coast'
import { bookshelves, cafe, kitchen } from './scenes/indoors'
import { backyard, fairyLights, harbour, jacarandaStreet, skyline } from './scenes/town'

type Painter = (rng: Random) => Scene

/** Every scene, with its weight per setting. */
const everywhere: readonly [Painter, number][] = [
  [beach, 3],
  [sunset, 3],
  [gumTrees, 3],
  [wattle, 3],
  [cafe, 3],
  [skyline, 2],
  [bookshelves, 2],
  [backyard, 2],
  [kitchen, 1.5],
  [ranges, 1.5],
  [jacarandaStreet, 1.5],
  [harbour, 1.5],
  [fairyLights, 1],
  [outback, 0.8],
  [rainforest, 0.8],
]

const closer: Readonly<Record<Setting, readonly Painter[]>> = {
  city: [cafe, skyline, harbour, fairyLights, jacarandaStreet, bookshelves],
  suburb: [backyard, kitchen, cafe, wattle, skyline],
  coast: [beach, sunset, wattle],
  country: [gumTrees, outback, ranges, wattle, sunset],
  tropics: [rainforest, beach, sunset, outback],
  hills: [ranges, gumTrees, wattle, bookshelves],
}

type Face = 'smile' | 'smileBig' | 'calm' | 'cute' | 'cheeky' | 'lovingGrin1'

const faces: readonly Face[] = ['smile', 'smileBig', 'calm', 'cute', 'cheeky', 'lovingGrin1']

/** The first photo is shown on the card: usually a plain, open smile. */
const firstFace: Readonly<Record<Face, number>> = {
  smile: 8,
  smileBig: 2,
  calm: 4,
  cute: 3,
  cheeky: 0.5,
  lovingGrin1: 0,
}
const faceWeight: Readonly<Record<Face, number>> = {
  smile: 5,
  smileBig: 4,
  calm: 4,
  cute: 3,
  cheeky: 1.5,
  lovingGrin1: 0.6,
}

const settings = new Map(places.map((place) => [placeKey(place), place.setting]))

const isDark = (hex: string): boolean => {
  const value = Number.parseInt(hex, 16)
  return ((value >> 16) & 255) * 0.3 + ((value >> 8) & 255) * 0.59 + (value & 255) * 0.11 < 105
}

type Sitter = Pick<DemoPerson, 'city' | 'gender' | 'look'>

/** Goes through a person's photos up to `photoIndex`, so that scenes, faces and clothes do not repeat. */
function plan(person: Sitter, photoIndex: number) {
  const { look } = person
  const near = closer[settings.get(person.city) ?? 'suburb']
  const dark = isDark(look.hair)
  const rng = random('photos', look.seed)
  const suited = everywhere.filter(([paint]) => !(dark && paint === fairyLights))
  let left = suited
  // A wide grin would show through a beard; glasses hide heart-shaped eyes.
  const able = faces.filter(
    (mood) =>
      !(look.facialHair && mood === 'smileBig') &&
      !((look.facialHair || look.glasses) && mood === 'lovingGrin1'),
  )
  let moods = able
  const worn: string[] = []
  for (let i = 0; ; i++) {
    const [paint] = rng.weighted(left, ([painter, weight]) => weight * (near.includes(painter) ? 3 : 1))
    const face = rng.weighted(moods, (mood) => (i === 0 ? firstFace[mood] : faceWeight[mood]))
    const outfit = dress(rng, look.wardrobe, person.gender, worn)
    if (i === photoIndex) return { paint, face, outfit }
    worn.push(outfit.base)
    left = left.length > 1 ? left.filter(([painter]) => painter !== paint) : suited
    moods = moods.length > 1 ? moods.filter((mood) => mood !== face) : able
  }
}

/** Drawn at full size and painted smaller, so that a thousand photos take less than a minute. */
const size = { width: 480, height: 600 }

/** @internal exported for its test */
export function portraitSvg(person: Sitter, photoIndex: number): string {
  const { look } = person
  const rng = random('photo', look.seed, photoIndex)
  const { paint, face, outfit } = plan(person, photoIndex)
  const scene = paint(rng)
  const scale = photoIndex === 0 ? rng.between(1.04, 1.16) : rng.between(0.86, 1.16)
  const flip = rng.chance(0.4)
  // The head's centre is at (395, 330) in Open Peeps units, placed slightly above the middle of the frame.
  const x = frame.width / 2 + rng.between(-34, 34)
  const y = 470 + (1.16 - scale) * 180 + rng.between(-14, 14)
  const place = `translate(${n(x)} ${n(y)}) scale(${flip ? -scale : scale} ${scale}) rotate(${n(rng.between(-3, 3))}) translate(-395 -330)`
  // A hijab or turban changes from day to day like a shirt; a hat or hair band stays the same.
  const chosen = photoIndex > 0 && (look.head === 'hijab' || look.head === 'turban')
  const cloth = chosen ? rng.pick(cloths) : look.cloth
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${frame.width} ${frame.height}">` +
    `<g>${scene.back}</g><g transform="${place}" fill="none">${drawPeep(look, face, outfit, cloth)}</g><g>${scene.front}</g></svg>`
  )
}

/** One illustrated photo of a person, 480 x 600, JPEG. The same person and index give the same picture. */
export async function drawPortrait(person: Sitter, photoIndex: number): Promise<Buffer> {
  return sharp(Buffer.from(portraitSvg(person, photoIndex)))
    .removeAlpha()
    .jpeg({ quality: 90, optimiseCoding: false })
    .toBuffer()
}
