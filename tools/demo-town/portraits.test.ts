import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { demoPeople } from './people'
import { drawPortrait, portraitSvg } from './portraits'

const people = demoPeople(240, Date.UTC(2026, 10, 15) / 1000)
const [first] = people
if (!first) throw new Error('an empty town')

describe('portraits', { timeout: 30_000 }, () => {
  test('are JPEGs of 480 by 600 and differ from photo to photo', async () => {
    const photos = await Promise.all([0, 1, 2].map((index) => drawPortrait(first, index)))
    for (const photo of photos) {
      const { format, width, height, channels } = await sharp(photo).metadata()
      expect({ format, width, height, channels }).toEqual({
        format: 'jpeg',
        width: 480,
        height: 600,
        channels: 3,
      })
    }
    expect(new Set(photos.map((photo) => photo.toString('base64'))).size).toBe(3)
  })

  test('are the same for the same person and index', async () => {
    const [once, again] = await Promise.all([drawPortrait(first, 1), drawPortrait(first, 1)])
    expect(once.equals(again)).toBe(true)
  })

  test('every photo of every person is unique', () => {
    const drawn = people
      .slice(0, 80)
      .flatMap((person) => Array.from({ length: person.photoCount }, (_, i) => portraitSvg(person, i)))
    expect(new Set(drawn).size).toBe(drawn.length)
  })

  test('one of each head can be rendered', async () => {
    const heads = [...new Map(people.map((person) => [person.look.head, person])).values()]
    expect(heads.length).toBeGreaterThan(30)
    for (const person of heads) {
      const { info } = await sharp(Buffer.from(portraitSvg(person, 0)))
        .resize(80)
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([80, 100])
    }
  })

  test('draws more than six photos on request', () => {
    expect(portraitSvg(first, 19)).toContain('</svg>')
  })
})
