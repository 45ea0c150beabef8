import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { heic, scene } from '@rosella/testkit/pictures'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, type Look, looks, type Visit } from './browser'
import { app, openTestSite, visit, visitAs } from './test-site'

let visitor: Visit

openTestSite()

async function openPhotos(person: Person | undefined, look: Look = looks[0]): Promise<Page> {
  visitor = await visit(look)
  const { page } = visitor
  await arriveAs(page, person as Person, '/photos')
  await page.getByRole('heading', { level: 1, name: 'My photos' }).waitFor()
  return page
}

const jpeg = async (n: number, name = `photo-${n}.jpg`) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await testPhoto(n),
})
const tiles = (page: Page) => page.getByRole('list', { name: 'Your photos' }).getByRole('img')

test('[P2 §4] badges, the reject reason, the meter and the notice', async () => {
  const [anna] = await app.members({ username: 'Anna', photos: 1 })
  const rejected = await anna?.upload(await testPhoto(7))
  await anna?.upload(await testPhoto(8))
  await app.admin.call('POST /api/admin/photo-decision', {
    photo: rejected,
    approved: false,
    reject_reason: 'Your face cannot be seen.',
  })
  const page = await openPhotos(anna, looks[2])
  await page.getByText('1 of 3 approved').waitFor()
  await expect
    .poll(() => page.getByText('Reduced visibility due to insufficient photos').isVisible())
    .toBe(true)
  for (const text of ['Main', 'Approved', 'Rejected', 'Awaiting approval', 'Your face cannot be seen.']) {
    await page.getByRole('listitem').getByText(text, { exact: true }).waitFor()
  }
  await expect.poll(() => page.getByRole('button', { name: /^Make main/ }).count()).toBe(0)
  expect(await findings(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('[P2 §2] make main, and delete with confirmation; avatar and session follow', async () => {
  const [ben] = await app.members({ username: 'Ben', photos: 3 })
  const page = await openPhotos(ben)
  await page.getByText('3 of 3 approved').waitFor()
  await expect.poll(() => page.getByText('Reduced visibility due to insufficient photos').count()).toBe(0)
  // Offline, a move is marked as not saved, and it is saved when the network returns.
  visitor.expectWords(/ERR_INTERNET_DISCONNECTED|live stream|Error fetching/)
  const stored = async () => (await ben?.call('GET /api/photos'))?.map(({ filename }) => filename)
  const [main, second, third] = (await stored()) ?? []
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Move photo 2 later' }).click()
  const unsaved = page.getByRole('status').getByText('Not saved', { exact: true })
  await unsaved.waitFor()
  expect(await findings(page)).toEqual([])
  expect(await stored()).toEqual([main, second, third])
  await page.context().setOffline(false)
  await unsaved.waitFor({ state: 'detached' })
  expect(await stored()).toEqual([main, third, second])

  const photo = () => page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}').photo)
  const before = await photo()
  visitor.expectStatus(502)
  const failOnce = (path: string) =>
    page.route(path, (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
  await failOnce('**/api/change-main-photo')
  await page
    .getByRole('button', { name: /^Make main/ })
    .first()
    .click()
  await page.getByText('Error changing main photo.').waitFor()
  await page
    .getByRole('button', { name: /^Make main/ })
    .first()
    .click()
  await page.waitForFunction(
    (old) => JSON.parse(localStorage.getItem('userInfo') ?? '{}').photo !== old,
    before,
  )
  await page.getByRole('button', { name: 'Delete photo 1' }).click()
  await page.getByText('Are you sure?').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => tiles(page).count()).toBe(3)
  await page.getByRole('button', { name: 'Delete photo 1' }).click()
  await failOnce('**/api/photo')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Error deleting photo.').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('2 of 3 approved').waitFor()
  await expect.poll(() => tiles(page).count()).toBe(2)
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Add photos')
})

test('[P2 §5] files that are not images and too many files are refused before anything is sent', async () => {
  const [dora] = await app.members({ username: 'Dora' })
  const photo = await dora?.upload(await testPhoto(9))
  // Rejected photos don't count.
  await app.admin.call('POST /api/admin/photo-decision', { photo, approved: false })
  const page = await openPhotos(dora)
  await expect.poll(() => tiles(page).count()).toBe(1)
  const input = page.getByLabel('Add photos')
  await input.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await page.getByText('Invalid file type. Please upload an image.').waitFor()
  await page.getByText('Nothing was uploaded because of cv.pdf.').waitFor()
  const one = await jpeg(1)
  await input.setInputFiles(Array.from({ length: 21 }, (_, n) => ({ ...one, name: `photo-${n}.jpg` })))
  await page.getByText('You can only upload up to 20 more photos.').waitFor()
  expect(await dora?.call('GET /api/photos')).toHaveLength(1)
})

test('a HEIC photo is shown as soon as it is uploaded, while the batch continues', async () => {
  const [gina] = await app.members({ username: 'Gina' })
  const page = await openPhotos(gina)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let uploads = 0
  await page.route('**/api/photos', async (route) => {
    if (route.request().method() === 'POST' && ++uploads === 2) await released
    return route.continue()
  })
  // Some systems have no MIME type for it.
  const file = { name: 'IMG_0001.HEIC', mimeType: '', buffer: await heic(await scene(1, 800, 600)) }
  await page.getByLabel('Add photos').setInputFiles([file, await jpeg(1)])
  await page.waitForFunction(() => {
    const tile = [...document.querySelectorAll('li')].find((item) =>
      item.textContent?.includes('IMG_0001.HEIC'),
    )
    return tile?.querySelector('img')?.naturalWidth === 400
  })
  await page.getByRole('progressbar', { name: 'Uploading 2 of 2' }).waitFor()
  release()
  await page.getByText('All photos have been uploaded successfully!').waitFor()
  await expect.poll(() => tiles(page).count()).toBe(2)
})

test('a large photo is scaled down to 2048 px before it is sent; HEIC and smaller photos are sent as they are', async () => {
  const [hugo] = await app.members({ username: 'Hugo' })
  const page = await openPhotos(hugo)
  const { images } = app.server.services
  const before = images.process
  const received: Buffer[] = []
  images.process = (bytes) => {
    received.push(bytes)
    return before(bytes)
  }
  const large = await (await scene(5, 3000, 2000)).jpeg({ quality: 100 }).toBuffer()
  const [small, raw] = [await jpeg(6), await heic(await scene(1, 800, 600))]
  await page
    .getByLabel('Add photos')
    .setInputFiles([
      { name: 'beach.jpg', mimeType: 'image/jpeg', buffer: large },
      small,
      { name: 'IMG_1.HEIC', mimeType: '', buffer: raw },
    ])
  await page.getByText('All photos have been uploaded successfully!').waitFor()
  images.process = before
  const { width, height } = await sharp(received[0]).metadata()
  expect([width, height]).toEqual([2048, 1365])
  expect(received.slice(1)).toEqual([small.buffer, raw])
})

test('[P2 §4, §8] a failure stops the rest of the batch and shows an error; files can be dropped; progress while it runs', async () => {
  const [eve] = await app.members({ username: 'Eve' })
  const page = await openPhotos(eve, looks[3])
  visitor.expectStatus(400, 502)
  const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo at all') }
  await page.getByLabel('Add photos').setInputFiles([await jpeg(1), broken, await jpeg(2)])
  await page.getByText('Invalid file type. Please upload an image.').waitFor()
  await page.getByText('The file is broken.jpg.').waitFor()
  await page.getByText('One more photo was not uploaded.').waitFor()
  await expect.poll(() => tiles(page).count()).toBe(1)

  const bytes = [...(await testPhoto(3))]
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(content)], 'dropped.jpg', { type: 'image/jpeg' }))
    return transfer
  }, bytes)
  await page.getByRole('list', { name: 'Your photos' }).dispatchEvent('drop', { dataTransfer: data })
  await page.getByText('All photos have been uploaded successfully!').waitFor()
  await expect.poll(() => tiles(page).count()).toBe(2)

  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/photos', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await released
    return route.fulfill({ status: 502, body: '' })
  })
  await page.getByLabel('Add photos').setInputFiles([await jpeg(4, 'beach.jpg'), await jpeg(5)])
  await page.getByRole('progressbar', { name: 'Uploading 1 of 2' }).waitFor()
  await page.getByRole('progressbar', { name: 'beach.jpg' }).waitFor()
  const success = page.getByText('All photos have been uploaded successfully!')
  await expect.poll(() => success.isVisible()).toBe(false)
  expect(await findings(page)).toEqual([])
  release()
  await page.getByText('Error uploading beach.jpg.').waitFor()
})

test('[P2 §8] a reply that breaks off shows the generic error, and the next attempt works', async () => {
  const [gwen] = await app.members({ username: 'Gwen', photos: 1 })
  visitor = await visit()
  const { page } = visitor
  await page.route('**/api/photos?**', (route) =>
    route.fulfill({ contentType: 'application/json', body: '[{"filename":' }),
  )
  await arriveAs(page, gwen as Person, '/photos')
  await page.getByText('Something went wrong. Please try again later.').waitFor()
  await page.unroute('**/api/photos?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => tiles(page).count()).toBe(1)
})

test('[P2 §9] the carousel on a phone: arrow keys, swipes of 40 px, no autoplay, reduced motion, and the focus returns', async () => {
  const look = looks[2]
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', photos: 3 })) as [Person, Person]
  const { page } = await visitAs(anna, `/${ben.url_hash}`, look, { reducedMotion: 'no-preference' })
  const opener = page.getByRole('button', { name: 'Open the 3 photos of Ben' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const at = (n: number) => page.getByText(`Photo ${n} of 3`, { exact: true }).waitFor()
  await at(1)
  await page.keyboard.press('ArrowRight')
  await at(2)
  await page.keyboard.press('End')
  await at(3)
  const swipe = async (by: number) => {
    await page.mouse.move(look.width / 2, 400)
    await page.mouse.down()
    await page.mouse.move(look.width / 2 + by, 400, { steps: 4 })
    await page.mouse.up()
  }
  await swipe(39)
  await at(3)
  await swipe(41)
  await at(2)
  expect(await findings(page)).toEqual([])
  // With reduced motion the next photo appears without an animation.
  const photo = page.getByRole('dialog').getByRole('img').first()
  const moving = () =>
    photo.evaluate((image) => {
      const strip = image.closest('dialog')?.querySelector('ul')
      const slides = image.parentElement?.parentElement
      if (!strip || !slides) throw new Error('There is no carousel.')
      return [
        Number.parseFloat(getComputedStyle(slides).transitionDuration) > 0.1,
        getComputedStyle(strip).scrollBehavior,
      ]
    })
  expect(await moving()).toEqual([true, 'smooth'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moving()).toEqual([false, 'auto'])
  await page.keyboard.press('Escape')
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label') === 'Open the 3 photos of Ben',
  )
  await page.getByRole('button', { name: 'Photo 3 of Ben' }).click()
  await at(3)
})

/** Moves fingers over the page, each from its first point to its last. */
async function touch(
  page: Page,
  ...fingers: [from: [number, number], to: [number, number]][]
): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const at = (share: number) =>
    fingers.map(([from, to], id) => ({
      x: from[0] + (to[0] - from[0]) * share,
      y: from[1] + (to[1] - from[1]) * share,
      id,
    }))
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (const share of [0.2, 0.4, 0.6, 0.8, 1])
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) })
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await client.detach()
}

test('[D §6] on a 3x phone photos are sharp; a swipe changes the photo, a pinch zooms in the viewer, and Back returns', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  for (const seed of [11, 12, 13]) {
    const photo = await ben.upload(await (await scene(seed, 1200, 1500)).jpeg().toBuffer())
    await app.admin.call('POST /api/admin/photo-decision', { photo, approved: true })
  }
  await anna.call('POST /api/user-action', { action: 'fav', recipient_id: ben.id })
  const { page } = await visitAs(anna, '/favorites', looks[3], { hasTouch: true, deviceScaleFactor: 3 })
  const loaded = (image: Locator) =>
    image.evaluate(async (one: HTMLImageElement) => {
      await one.decode()
      const { width, height } = one.getBoundingClientRect()
      // `naturalWidth` is in CSS pixels.
      const pixels = await createImageBitmap(await (await fetch(one.currentSrc)).blob())
      const scale = devicePixelRatio * Math.max(width / pixels.width, height / pixels.height)
      return { file: one.currentSrc.replace(/^.*\/(\w+)\/[\w-]+/, '$1'), isSharp: scale <= 1 }
    })
  const card = page.locator('main ul[aria-busy] > li').first()
  // Until the sizes are made, the JPEG files are shown in the same places.
  expect(await loaded(card.locator('img'))).toEqual({ file: 'tmb.jpg', isSharp: false })
  const placeOf = (image: Locator) => image.boundingBox()
  const before = await placeOf(card.locator('img'))
  await app.server.jobs.runPeriodic('make-photo-sizes')
  await page.reload()
  await card.locator('source').waitFor({ state: 'attached' })
  expect(await loaded(card.locator('img'))).toEqual({ file: 'tmb.800.avif', isSharp: true })
  expect(await placeOf(card.locator('img'))).toEqual(before)
  // The preview is shown until the photo is loaded.
  await expect.poll(() => card.locator('[style*="data:image/png"]').count()).toBe(1)
  await card.getByRole('link').click()

  const slides = page.locator('[data-photo-slides]')
  await slides.waitFor()
  const large = slides.getByRole('button').first().locator('img').last()
  expect(await loaded(large)).toEqual({ file: 'lg.1600.avif', isSharp: true })
  await page.getByText('1 / 3', { exact: true }).waitFor()
  expect(await findings(page)).toEqual([])
  const box = await slides.boundingBox()
  const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2
  await touch(page, [
    [320, middle],
    [60, middle],
  ])
  await page.getByText('2 / 3', { exact: true }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Ben')
  await page.touchscreen.tap(195, middle)
  await page.waitForURL(/#photo-2$/)
  await page.getByText('Photo 2 of 3', { exact: true }).waitFor()
  const enlarged = page.getByRole('dialog').getByRole('img', { name: 'Ben, photo 2' })
  expect((await loaded(enlarged)).file).toBe('lg.1600.avif')
  await expect.poll(async () => (await enlarged.boundingBox())?.x).toBe(0)
  const [photo, window] = [await enlarged.boundingBox(), page.viewportSize()]
  expect((photo?.y ?? 0) + (photo?.height ?? 0)).toBeLessThan(window?.height ?? 0)

  await touch(
    page,
    [
      [180, 400],
      [80, 400],
    ],
    [
      [210, 400],
      [310, 400],
    ],
  )
  await page.getByRole('button', { name: 'Zoom out' }).waitFor()
  expect(await findings(page)).toEqual([])
  // Enlarged, a finger moves the photo.
  await touch(page, [
    [300, 400],
    [100, 400],
  ])
  await page.getByText('Photo 2 of 3', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.keyboard.press('+')
  await page.getByRole('button', { name: 'Zoom out' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Photo 3 of 3', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Zoom in' }).waitFor()
  await page.goBack()
  await page.getByText('3 / 3', { exact: true }).waitFor()
  await page.goBack()
  await page.waitForURL(`${app.url}/favorites`)
})
