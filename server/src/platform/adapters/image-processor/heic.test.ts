import { coloursOf, corners, expectColours, upright } from '@rosella/testkit/colours'
import { gridOf } from '@rosella/testkit/heif-grid'
import { claiming, heic, quarters, scene, turned } from '@rosella/testkit/pictures'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { expectGoodPhoto, refusal } from './expectations'
import { openImageProcessor } from './sharp'

const images = openImageProcessor()
/** For the largest files, because a busy test machine is slow. */
const patient = openImageProcessor({ heicTimeoutMs: 100_000 })
afterAll(() => Promise.all([images.close(), patient.close()]))

const { red, green, blue, white } = corners

describe('HEIC', () => {
  test('a landscape', async () => {
    const photo = await images.process(await heic(await quarters()))
    await expectGoodPhoto(photo)
    expect([photo.width, photo.height]).toEqual([600, 400])
    expectColours(await coloursOf(photo.lg), upright, 20)
  })

  test.each([
    [1, [green, white, red, blue]],
    [2, [white, blue, green, red]],
    [3, [blue, red, white, green]],
  ])('a portrait, rotated %i times by its container', async (turns, colours) => {
    const photo = await images.process(turned(await heic(await quarters()), turns))
    await expectGoodPhoto(photo)
    expect([photo.width, photo.height]).toEqual(turns === 2 ? [600, 400] : [400, 600])
    expectColours(await coloursOf(photo.lg), colours, 20)
  })

  test('does not apply the EXIF rotation a second time', async () => {
    const bytes = await heic((await quarters()).withMetadata({ orientation: 6 }))
    const photo = await images.process(bytes)
    expect([photo.width, photo.height]).toEqual([600, 400])
    expectColours(await coloursOf(photo.lg), upright, 20)
  })

  test('converts a phone’s wide colours to sRGB', async () => {
    const bytes = await heic((await quarters()).withIccProfile('p3'))
    expect(bytes.includes('colrprof')).toBe(true)
    const photo = await images.process(bytes)
    await expectGoodPhoto(photo)
    expectColours(await coloursOf(photo.lg), upright, 20)
  })

  test('ten bits and transparency', async () => {
    const deep = await heic((await quarters()).toColourspace('rgb16'), '-b', '10')
    expectColours(await coloursOf((await images.process(deep)).lg), upright, 20)
    const clear = { r: 255, g: 0, b: 0, alpha: 0 }
    const empty = sharp({ create: { width: 300, height: 200, channels: 4, background: clear } })
    expectColours(
      await coloursOf((await images.process(await heic(empty))).lg),
      [white, white, white, white],
      4,
    )
  })

  test('odd sizes', async () => {
    const photo = await images.process(await heic(await scene(1, 801, 603)))
    await expectGoodPhoto(photo)
    expect(Math.abs(photo.width - 801) + Math.abs(photo.height - 603)).toBeLessThanOrEqual(2)
  })

  test('a grid with more tiles than libheif’s default limit', async () => {
    const tile = await heic(await quarters(64, 64))
    const photo = await images.process(gridOf(tile, { columns: 12, rows: 10, width: 64, height: 64 }))
    await expectGoodPhoto(photo)
    expect([photo.width, photo.height]).toEqual([768, 640])
  })

  test('a grid that uses one tile in all positions', async () => {
    const tile = await heic(await quarters(600, 400))
    const same = { columns: 2, rows: 2, width: 600, height: 400, tiles: 'same' } as const
    const photo = await images.process(gridOf(tile, same))
    expect([photo.width, photo.height]).toEqual([1200, 800])
    for (const [left, top] of [
      [0, 0],
      [600, 0],
      [0, 400],
      [600, 400],
    ] as const) {
      const place = await sharp(photo.lg).extract({ left, top, width: 600, height: 400 }).png().toBuffer()
      expectColours(await coloursOf(place), upright, 20)
    }
  })

  test('a small file that expands to 63 megapixels is processed with less than 500 MiB more memory', async () => {
    const tile = await heic(await quarters(1000, 1000))
    const grid = gridOf(tile, { columns: 9, rows: 7, width: 1000, height: 1000 })
    // Measured from here, because this process may retain memory of other tests. Alone it rises by about 410 MiB.
    // An idle server uses 160 MiB with PostgreSQL, and 390 with the embedded database.
    const before = process.memoryUsage.rss()
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 20)
    const photo = await patient.process(grid).finally(() => clearInterval(watch))
    expect([photo.width, photo.height]).toEqual([1600, 1244])
    expect(grid.length).toBeLessThan(160_000)
    expect((most - before) / 2 ** 20).toBeLessThan(500)
  }, 120_000)

  test('does not decode a file that claims too many pixels', async () => {
    const bytes = claiming(await heic(await quarters()), 20_000, 20_000)
    const started = performance.now()
    expect(await refusal(images, bytes)).toBe('too-large')
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  test('refuses a file that claims too few pixels', async () => {
    const bytes = claiming(await heic(await scene(2, 800, 600)), 16, 16)
    expect(['processed', 'damaged']).toContain(await refusal(images, bytes))
  })

  test('refuses truncated, empty and corrupt files', async () => {
    const whole = await heic(await scene(3, 600, 400))
    expect(await refusal(images, whole.subarray(0, 200))).toBe('damaged')
    expect(await refusal(images, whole.subarray(0, whole.length - 300))).toMatch(/processed|damaged/)
    for (let round = 1; round <= 4; round++) {
      const broken = Buffer.from(whole)
      for (let hit = 0; hit < 12; hit++)
        broken[40 + ((round * 7_919 + hit * 104_729) % (whole.length - 40))] = round
      expect(await refusal(images, broken)).toMatch(/processed|damaged|too-large|type/)
    }
  })

  test('the time limit stops the worker, and the next picture is processed', async () => {
    const bytes = await heic(await scene(4, 800, 600))
    const hasty = openImageProcessor({ heicTimeoutMs: 20 })
    const started = performance.now()
    expect(await refusal(hasty, bytes)).toBe('damaged')
    expect(performance.now() - started).toBeLessThan(8_000)
    await hasty.close()
    expect(await refusal(images, bytes)).toBe('processed')
  })

  test('the memory limit stops the decoding, not the process', async () => {
    const bytes = await heic(await scene(5, 2000, 1500))
    const poor = openImageProcessor({ heicMemoryBytes: 18_000_000 })
    await expect(poor.process(bytes)).rejects.toMatchObject({
      reason: 'too-large',
      cause: expect.stringContaining('Memory allocation'),
    })
    await poor.close()
  })

  test('decodes one file at a time, and a JPEG does not wait for them', async () => {
    const bytes = await heic(await scene(6, 600, 400))
    const order: string[] = []
    const jpeg = await (await scene(7)).jpeg().toBuffer()
    const work = [bytes, bytes, bytes].map((each) => images.process(each).then(() => order.push('heic')))
    await Promise.all([...work, images.process(jpeg).then(() => order.push('jpeg'))])
    expect(order).toEqual(['jpeg', 'heic', 'heic', 'heic'])
  }, 120_000)

  test('closing aborts the decoding', async () => {
    const closing = openImageProcessor()
    const bytes = await heic(await scene(8, 800, 600))
    const processing = refusal(closing, bytes)
    await new Promise((wait) => setTimeout(wait, 50))
    const started = performance.now()
    await closing.close()
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(await processing).toBe('damaged')
  })
})
