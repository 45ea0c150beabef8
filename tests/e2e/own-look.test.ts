import type { Person } from '@rosella/testkit/person'
import { scene } from '@rosella/testkit/pictures'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { looks } from './browser'
import { app, openTestSite, visitAs } from './test-site'

openTestSite({ motion: true })

const sources = (page: Page) =>
  page
    .getByRole('list', { name: 'Your photos' })
    .getByRole('img')
    .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src.split('/').at(-1)?.split('.')[0]))

/** Drags slowly on a page that has stopped scrolling, because scrolling under the mouse prevents the drag. */
async function dragByMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  await to.evaluate((img) => img.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await page.waitForTimeout(400)
  const centres: [number, number][] = []
  for (const one of [from, to]) {
    const { x, y, width, height } = (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    centres.push([x + width / 2, y + height / 2])
  }
  const [[x, y], target] = centres as [[number, number], [number, number]]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.waitForTimeout(100)
  await page.mouse.move(x - 12, y, { steps: 3 })
  await page.locator('[data-photo].opacity-45').waitFor()
  await page.mouse.move(...target, { steps: 10 })
  await page.waitForTimeout(200)
  await page.mouse.up()
}

/** Drops before the page has rendered the drop position, as on a slow machine. */
const drop = (page: Page, from: number, to: number) =>
  page.locator('[data-photo]').evaluateAll(
    (tiles, [dragged, over]) => {
      const dataTransfer = new DataTransfer()
      const fire = (tile: Element | undefined, type: string) =>
        tile?.dispatchEvent(new DragEvent(type, { bubbles: true, dataTransfer }))
      fire(tiles[dragged as number], 'dragstart')
      fire(tiles[over as number], 'dragenter')
      fire(tiles[dragged as number], 'dragend')
    },
    [from, to],
  )

test('photos on a phone are counted and reordered by keyboard and by dragging, and approved ones carry no label', async () => {
  const [anna] = (await app.members({ username: 'Anna', photos: 4 })) as [Person]
  const { page } = await visitAs(anna, '/photos', looks[3])
  const stored = async () => (await anna.call('GET /api/photos')).map(({ filename }) => filename)
  await expect.poll(async () => (await sources(page)).length).toBe(4)
  const [main, two, three, four] = (await sources(page)) as [string, string, string, string]
  expect(await page.getByText('Approved', { exact: true }).count()).toBe(0)
  // More than required, so it is a plain count.
  await page.getByText('4 approved', { exact: true }).waitFor()
  expect(await findings(page)).toEqual([])

  await page.getByRole('button', { name: 'Move photo 4 earlier' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => sources(page)).toEqual([main, two, four, three])
  await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Move photo 3 earlier')
  await page.getByText('Photo moved to position 3.').waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await expect.poll(stored).toEqual([main, four, two, three])
  // The main photo is always first, so others can only move up to the second place.
  await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Move photo 2 later')

  const photo = (number: number) => page.getByRole('img', { name: `Number ${number}` })
  await dragByMouse(page, photo(4), photo(3))
  await expect.poll(stored).toEqual([main, four, three, two])
  await expect.poll(() => sources(page)).toEqual([main, four, three, two])
  await drop(page, 2, 1)
  await expect.poll(stored).toEqual([main, three, four, two])

  await page.getByText('Make main', { exact: false }).first().click()
  await expect.poll(() => sources(page)).toEqual([three, main, four, two])
})

test('a photo cropped on a phone before the upload arrives cropped', async () => {
  const [ben] = (await app.members('Ben')) as [Person]
  const { page } = await visitAs(ben, '/photos', looks[2])
  const buffer = await (await scene(3, 1200, 600)).png().toBuffer()
  await page.getByLabel('A photo to crop').setInputFiles({ name: 'beach.png', mimeType: 'image/png', buffer })
  const dialog = page.getByRole('dialog', { name: 'Crop photo' })
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('2')
  await dialog.getByText('Square').click()
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Upload photo' }).click()
  await page.getByText('All photos have been uploaded successfully!').waitFor()
  const [photo] = await app.db.selectFrom('photo').where('member_id', '=', ben.id).selectAll().execute()
  expect(photo).toMatchObject({ width: 300, height: 300 })
})

test('the edit screen on a phone has Show gender at birth, and axe finds nothing', async () => {
  const [cara] = (await app.members('Cara')) as [Person]
  const { page } = await visitAs(cara, '/edit', looks[3])
  await page.getByRole('switch', { name: 'Show gender at birth' }).click()
  await expect.poll(async () => (await cara.call('GET /api/user-settings')).u.show_gender_birth).toBe(false)
  expect(await findings(page)).toEqual([])
})
