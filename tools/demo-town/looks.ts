import { cloths, wardrobes } from './clothes'
import type { Heritage } from './heritages'
import type { DemoLook } from './person'
import type { Random } from './random'

const words = (text: string): readonly string[] => text.split(' ')

const heads = {
  f: {
    straight: words(
      'bangs bangs2 grayBun grayMedium long longBangs medium1 medium2 medium3 mediumBangs mediumBangs3 mediumStraight',
    ),
    any: words(
      'bangs bangs2 grayBun grayMedium long longBangs longCurly medium1 medium2 medium3 mediumBangs mediumBangs2 mediumBangs3 mediumStraight bun bun2 short3 hatHip hatBeanie',
    ),
    coily: words('afro longAfro bantuKnots buns cornrows cornrows2 bun bun2 dreads1 twists longCurly'),
    older: words('grayBun grayMedium bangs medium1 medium2 medium3 mediumBangs2 short3 mediumBangs3'),
  },
  m: {
    straight: words('short1 short2 short4 short5 pomp shaved1 shaved2 grayShort short5 short4'),
    any: words(
      'short1 short2 short3 short4 short5 pomp shaved1 shaved2 shaved3 grayShort hatBeanie hatHip noHair1 dreads2',
    ),
    coily: words(
      'afro flatTop flatTopLong short1 short2 twists twists2 dreads1 dreads2 cornrows noHair1 shaved2',
    ),
    older: words('grayShort short1 short2 short4 noHair1 noHair2 noHair3 shaved2 hatHip'),
  },
} as const

const beards = words('chin full full full goatee2 goatee2 moustache6 moustache7 chin')
const greys = ['b7b0ab', 'cfc8c2', '9b938f', 'e4ded7'] as const

function headFor(rng: Random, gender: 'f' | 'm', age: number, heritage: Heritage): string {
  if (heritage.dry && gender === 'f' && rng.chance(0.6)) return 'hijab'
  if (heritage.key === 'sikh' && gender === 'm' && rng.chance(0.75)) return 'turban'
  const pool =
    age >= 56 && heritage.hairStyle !== 'coily' ? heads[gender].older : heads[gender][heritage.hairStyle]
  return rng.pick(pool)
}

function hairFor(rng: Random, gender: 'f' | 'm', age: number, heritage: Heritage): string {
  // Women colour their hair more often; by their late sixties nearly everybody has stopped.
  const grey = Math.max(0, (age - 44) / 22) * (gender === 'f' ? 0.75 : 1)
  return rng.chance(grey) ? rng.pick(greys) : rng.pick(heritage.hairs)
}

/** A person's look in all of their photos. */
export function makeLook(rng: Random, gender: 'f' | 'm', age: number, heritage: Heritage): DemoLook {
  const head = headFor(rng, gender, age, heritage)
  const hairless = head.startsWith('noHair')
  const bearded = head === 'turban' ? 0.95 : age < 24 ? 0.15 : hairless ? 0.55 : 0.38
  const facialHair =
    gender === 'm' && rng.chance(bearded)
      ? head === 'turban'
        ? rng.pick(['full', 'chin'])
        : rng.pick(beards)
      : null
  const glasses = rng.chance(age > 48 ? 0.42 : 0.2)
    ? rng.pick(['glasses', 'glasses2', 'glasses3', 'glasses5'])
    : null
  return {
    seed: rng.int(1, 2 ** 31),
    skin: rng.pick(heritage.skins),
    head,
    hair: hairFor(rng, gender, age, heritage),
    cloth: rng.pick(cloths),
    facialHair,
    glasses,
    freckles: (heritage.key === 'anglo' || heritage.key === 'irish') && rng.chance(0.22),
    wardrobe: rng.pick(Object.keys(wardrobes)),
  }
}
