import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { baseSizes, type PhotoStore } from '../../ports/photo-store'

export interface StoreUnderTest {
  store: PhotoStore
  /** Every file or key in the store, including temporary ones, as seen from outside. */
  everything(): Promise<string[]>
  /** Makes every later write of a large file fail. */
  refuseLarge(): Promise<void>
  /** Deletes the folder or bucket of the store. */
  breakIt(): Promise<void>
  dispose(): Promise<void>
}

export const photoName = () => randomBytes(16).toString('base64url')
const files = () => ({ tmb: randomBytes(3_000), lg: randomBytes(90_000) })
const areas = ['public', 'private'] as const

async function contents(store: PhotoStore, area: (typeof areas)[number], name: string) {
  const found = await Promise.all(baseSizes.map((size) => store.read(area, name, size)))
  return Promise.all(found.map(async (file) => file && (await buffer(file.body))))
}

async function listed(store: PhotoStore): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of store.listing()) names.push(name)
  return names
}

/** The contract of the port, which every adapter fulfils. */
export function photoStoreSuite(kind: string, make: () => Promise<StoreUnderTest>): void {
  describe(`photo store: ${kind}`, () => {
    let subject: StoreUnderTest
    let store: PhotoStore
    beforeEach(async () => {
      subject = await make()
      store = subject.store
    })
    afterEach(() => subject.dispose())

    test('a new photo is private and can be read back unchanged', async () => {
      const name = photoName()
      const put = files()
      await store.put(name, put)
      expect(await contents(store, 'private', name)).toEqual([put.tmb, put.lg])
      expect(await contents(store, 'public', name)).toEqual([undefined, undefined])
      const lg = await store.read('private', name, 'lg')
      expect(lg?.bytes).toBe(90_000)
      lg?.body.destroy()
    })

    test('publishing and hiding move both files, and may be repeated', async () => {
      const name = photoName()
      const put = files()
      await store.put(name, put)
      for (const _ of [1, 2]) await store.publish(name)
      expect(await contents(store, 'public', name)).toEqual([put.tmb, put.lg])
      expect(await contents(store, 'private', name)).toEqual([undefined, undefined])
      for (const _ of [1, 2]) await store.hide(name)
      expect(await contents(store, 'private', name)).toEqual([put.tmb, put.lg])
      expect(await contents(store, 'public', name)).toEqual([undefined, undefined])
    })

    test('derived sizes are added privately, move with the photo and are removed with it', async () => {
      const name = photoName()
      const read = async (area: (typeof areas)[number]) => {
        const file = await store.read(area, name, 'lg.1000')
        return file && (await buffer(file.body))
      }
      await store.put(name, files())
      await store.publish(name)
      const [small, whole] = [randomBytes(2_000), randomBytes(20_000)]
      await store.add(name, { 'tmb.192': small, 'lg.1000': whole })
      expect([await read('public'), await read('private')]).toEqual([undefined, whole])
      expect(await listed(store)).toEqual([name])
      await store.publish(name)
      expect([await read('public'), await read('private')]).toEqual([whole, undefined])
      await store.hide(name)
      expect([await read('public'), await read('private')]).toEqual([undefined, whole])
      expect(await store.read('private', name, 'lg.1600')).toBeUndefined()
      expect(await listed(store)).toEqual([name])
      await store.remove(name)
      expect(await subject.everything()).toEqual([])
    })

    test('lists a photo of which only a derived size is left', async () => {
      const name = photoName()
      await store.add(name, { 'tmb.800': randomBytes(100) })
      expect(await listed(store)).toEqual([name])
      await store.remove(name)
      expect(await listed(store)).toEqual([])
    })

    test('concurrent publishing leaves one photo', async () => {
      const name = photoName()
      const put = files()
      await store.put(name, put)
      await Promise.allSettled([store.publish(name), store.publish(name)])
      await store.publish(name)
      expect(await contents(store, 'public', name)).toEqual([put.tmb, put.lg])
    })

    test('refuses to publish or hide a missing photo', async () => {
      await expect(store.publish(photoName())).rejects.toThrow()
      await expect(store.hide(photoName())).rejects.toThrow()
    })

    test('removing deletes every file wherever it is, and may be repeated', async () => {
      const [shown, kept] = [photoName(), photoName()]
      for (const name of [shown, kept]) await store.put(name, files())
      await store.publish(shown)
      for (const name of [shown, kept, shown, photoName()]) await store.remove(name)
      expect(await subject.everything()).toEqual([])
    })

    test('lists each name once', async () => {
      const names = Array.from({ length: 12 }, photoName).sort()
      for (const [turn, name] of names.entries()) {
        await store.put(name, files())
        if (turn % 3 === 0) await store.publish(name)
      }
      expect((await listed(store)).sort()).toEqual(names)
    })

    test('the listing contains the area and time of every photo, including half-moved ones', async () => {
      const [kept, shown] = [photoName(), photoName()]
      const before = Math.floor(Date.now() / 1000)
      for (const name of [kept, shown]) await store.put(name, files())
      await store.publish(shown)
      // The state after a process died while hiding a photo.
      await store.put(shown, files())
      const listed: Record<string, unknown> = {}
      for await (const { name, writtenTs, ...where } of store.listing()) {
        listed[name] = where
        expect(writtenTs).toBeGreaterThanOrEqual(before - 1)
        expect(writtenTs).toBeLessThanOrEqual(Date.now() / 1000 + 1)
      }
      expect(listed).toEqual({
        [kept]: { inPublic: false, inPrivate: true },
        [shown]: { inPublic: true, inPrivate: true },
      })
    })

    test('notes are texts that outlive the process, and are no photos', async () => {
      expect(await store.readNote('site')).toBeUndefined()
      expect(await store.listNotes()).toEqual([])
      await store.writeNote('site', 'first')
      await store.writeNote('site', 'second\n')
      await store.writeNote('log-2026-11-18', 'é')
      expect(await store.readNote('site')).toBe('second\n')
      expect(await store.readNote('log-2026-11-18')).toBe('é')
      expect(await store.listNotes()).toEqual(['log-2026-11-18', 'site'])
      expect(await listed(store)).toEqual([])
      for (const name of ['../site', 'a/b', '', 'Site'])
        await expect(store.writeNote(name, 'x')).rejects.toThrow('Not the name of a note')
    })

    test('a put that fails midway leaves nothing behind', async () => {
      await subject.refuseLarge()
      await expect(store.put(photoName(), files())).rejects.toThrow()
      expect(await subject.everything()).toEqual([])
    })

    test.each([
      '../../../../etc/passwd',
      '..%2f..%2fsecret_secret_secret',
      'a/../b/aaaaaaaaaaaaaaaaaaaaaaaa',
      'aaaaaaaaaaaaaaaaaaaaaaaaaa.jpg',
      'aaaaaaaaaaaaaaaaaaaaaaaaaa\n',
      'aaaaaaaaaaaaaaaaaaaaaaaaaa\0',
      'short',
      'a'.repeat(65),
      '',
    ])('no path is built from %j', async (name) => {
      await expect(store.put(name, files())).rejects.toThrow('Not a photo name')
      await expect(store.publish(name)).rejects.toThrow('Not a photo name')
      await expect(store.hide(name)).rejects.toThrow('Not a photo name')
      await expect(store.remove(name)).rejects.toThrow('Not a photo name')
      for (const area of areas) expect(await store.read(area, name, 'lg')).toBeUndefined()
      expect(await subject.everything()).toEqual([])
    })

    test('a check succeeds and leaves nothing behind', async () => {
      await store.check()
      expect(await subject.everything()).toEqual([])
    })

    test('ping fails when the store is gone', async () => {
      await store.ping()
      await subject.breakIt()
      await expect(store.ping()).rejects.toThrow()
      await expect(store.put(photoName(), files())).rejects.toThrow()
    })
  })
}
