import { CLAIM_SECONDS, UNDO_MS } from '@rosella/contract/admin/rules'
import { sendSelfies } from '@rosella/testkit/camera'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAdminSite, secondAdmin } from './admin-desk'
import { findings } from './axe'
import { goTo, looks } from './browser'
import { app, visitAs } from './test-site'

openAdminSite()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const badgeText = /^A moderator compared these photos with the camera on \d{1,2} [A-Z][a-z]+ 20\d\d\.$/

/** Adds motion, because Chromium's fake camera shows nearly the same picture all the time. */
const moveInFrontOfCamera = (page: Page) =>
  page.addInitScript(() => {
    let taken = 0
    const draw = CanvasRenderingContext2D.prototype.drawImage as (...all: unknown[]) => void
    CanvasRenderingContext2D.prototype.drawImage = function (
      this: CanvasRenderingContext2D,
      ...all: unknown[]
    ) {
      draw.apply(this, all)
      const { width, height } = this.canvas
      this.fillStyle = 'black'
      this.fillRect(((taken++ % 4) * width) / 4, 0, width / 4, height)
    }
  })

async function takeOne(page: Page) {
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
  await button(page, 'Take selfie').click()
  await page.getByRole('img', { name: 'Your selfie' }).waitFor()
}

test('[P3 §8] a complete verification, from the settings to the badge, on a phone', async () => {
  const look = looks[3]
  const [anna, ben] = (await app.members({ username: 'Anna', photos: 3 }, 'Ben')) as [Person, Person]
  const { page } = await visitAs(anna, '/settings#verified-photos', look, { before: moveInFrontOfCamera })
  // A full page load, because only this document may use the camera.
  await page.getByRole('link', { name: 'Verify my photos' }).click()
  await page.getByRole('heading', { level: 1, name: 'Verify my photos' }).waitFor()
  const start = button(page, 'Open the camera')
  expect(await start.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: /^I agree to moderators comparing/ }).check()
  expect(await findings(page)).toEqual([])
  await start.click()

  await page.getByRole('timer').waitFor()
  expect(await page.locator('input[type=file]').count()).toBe(0)
  const heading = page.getByRole('heading', { level: 2 })
  const asked = await heading.innerText()
  await button(page, 'Another pose').click()
  expect(await heading.innerText()).not.toBe(asked)
  expect(await findings(page)).toEqual([])
  await takeOne(page)
  await button(page, 'Retake').click()
  await takeOne(page)
  await button(page, 'Next pose').click()
  await page.getByRole('region', { name: 'Pose 2 of 2' }).waitFor()
  await takeOne(page)
  await button(page, 'Send both selfies').click()
  await page.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor()

  const desk = await visitAs(app.admin, '/admin/verifications', look)
  await desk.page.getByRole('img', { name: 'Main photo of Anna' }).waitFor()
  const frames = desk.page.getByRole('list', { name: 'Selfies' }).getByRole('img')
  await expect.poll(() => frames.count()).toBe(2)
  for (const frame of await frames.all())
    expect(
      await frame.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
    ).toBeGreaterThan(200)
  expect(await findings(desk.page)).toEqual([])
  // The selfie and the photo are enlarged in step.
  const enlarged = desk.page.getByRole('img', { name: /, enlarged$/ })
  const transforms = () => enlarged.evaluateAll((imgs) => imgs.map((img) => img.style.transform))
  await desk.page.keyboard.press('+')
  await expect.poll(transforms).toEqual(Array(2).fill('translate(0px, 0px) scale(1.5)'))
  await enlarged.last().hover()
  await desk.page.mouse.down()
  await desk.page.mouse.move(0, 0, { steps: 4 })
  await desk.page.mouse.up()
  const [selfie, photo] = await transforms()
  expect(selfie).toMatch(/^translate\(-\d/)
  expect(photo).toBe(selfie)
  await desk.page.keyboard.press('0')
  await desk.page.keyboard.press('f')
  await desk.page.getByRole('img', { name: 'Selfie, pose 2, enlarged' }).waitFor()

  // A decision can be undone, and leaving the screen sends it.
  const isLoaded = () =>
    expect.poll(() => desk.page.getByRole('button', { name: /^Same person/ }).isEnabled()).toBe(true)
  await isLoaded()
  await desk.page.keyboard.press('1')
  await desk.page.getByRole('heading', { name: 'No selfies to review' }).waitFor()
  await desk.page.keyboard.press('u')
  await desk.page.getByText('Anna: back in the queue.').first().waitFor()
  await isLoaded()
  await desk.page.keyboard.press('a')
  await desk.page.getByRole('heading', { name: 'No selfies to review' }).waitFor()
  expect((await anna.call('GET /api/verification')).state).toBe('waiting')
  await goTo(desk.page, `/admin/members/${anna.id}`)
  await page.getByText('Your photos are verified.').first().waitFor()
  const viewer = await visitAs(ben, '/newest', look)
  const card = viewer.page.locator(`a[href$="/${anna.url_hash}"]`).filter({ hasText: 'Verified' }).first()
  await card.click()
  const badge = button(viewer.page, 'Verified')
  await badge.focus()
  expect(await viewer.page.getByRole('tooltip').innerText()).toMatch(badgeText)

  await desk.page.reload()
  await button(desk.page, 'Remove badge…').click()
  await desk.page.getByLabel('What the member reads').fill('Somebody else uses these photos.')
  expect(await findings(desk.page)).toEqual([])
  await button(desk.page, 'Remove badge').click()
  await expect.poll(() => button(desk.page, 'Remove badge…').count()).toBe(0)
  await page.getByText('There’s an update on your photo verification.').first().waitFor()
  await page.reload()
  await page.getByText('Somebody else uses these photos.').waitFor()
}, 120_000)

test('[P3 §8] a moderator decides when both pictures have loaded, and can undo it for 10 seconds', async () => {
  for (const look of [looks[0], looks[3]]) {
    const [fay, gus] = (await app.members(
      { username: 'Fay', photos: 2 },
      { username: 'Gus', photos: 1 },
    )) as [Person, Person]
    await sendSelfies(fay)
    const stateOf = async () => (await fay.call('GET /api/verification')).state
    let release = () => {}
    const slow = new Promise<void>((resolve) => {
      release = resolve
    })
    const { page, expectStatus } = await visitAs(app.admin, '/admin/verifications', look, {
      before: async (early) => {
        await early.clock.install()
        await early.route(
          (url) => url.pathname.startsWith('/media/lg/') && url.searchParams.has('sig'),
          async (route) => {
            await slow
            await route.continue()
          },
        )
      },
    })
    const approve = page.getByRole('button', { name: /^Same person, correct poses/ })
    await page.getByText('sent', { exact: false }).first().waitFor()
    await approve.waitFor()
    for (const key of ['a', '1']) await page.keyboard.press(key)
    expect(await approve.isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('img', { name: /, enlarged$/ }).count()).toBe(2)
    expect(await findings(page)).toEqual([])
    release()
    await expect.poll(() => approve.isEnabled()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width)
    // Reading the queue again does not load the pictures again, which would ignore keys.
    const sources = () =>
      page
        .getByRole('img', { name: /, enlarged$/ })
        .evaluateAll((all) => all.map((img) => (img as HTMLImageElement).src))
    const loaded = await sources()
    app.clock.advance(60)
    await sendSelfies(gus)
    await page.getByText('2 waiting').waitFor()
    expect(await sources()).toEqual(loaded)
    await page.keyboard.press('a')
    await page.getByText('Fay: verified. You can undo this for 10 seconds.').waitFor()
    await page.clock.fastForward(UNDO_MS - 2000)
    expect(await stateOf()).toBe('waiting')
    await page.keyboard.press('u')
    await expect.poll(() => approve.isEnabled()).toBe(true)
    await page.clock.fastForward(UNDO_MS)
    expect(await stateOf()).toBe('waiting')
    await page.keyboard.press('a')
    await page.getByRole('link', { name: 'Gus' }).waitFor()
    await page.clock.fastForward(UNDO_MS)
    await expect.poll(stateOf).toBe('none')
    await expect.poll(() => page.getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true)

    // A colleague gets it when the claim has expired, so this decision comes too late.
    await expect.poll(() => approve.isEnabled()).toBe(true)
    await page.keyboard.press('a')
    const claim = async () => (await secondAdmin.call('POST /api/admin/verification-claim', {})).items
    expect(await claim()).toEqual([])
    app.clock.advance(CLAIM_SECONDS)
    const id = (await claim())[0]?.id
    await secondAdmin.call('POST /api/admin/verification-decision', { id, approved: true })
    expectStatus(404)
    await page.clock.fastForward(UNDO_MS)
    await page
      .getByText(/^Gus: /)
      .filter({ hasNotText: 'verified' })
      .first()
      .waitFor()
  }
}, 90_000)

test('[P3 §8] without permission the page says what to do, and no other page may use the camera', async () => {
  const [cara] = (await app.members({ username: 'Cara', photos: 1 })) as [Person]
  const { page } = await visitAs(cara, '/verify-photos', looks[0], {
    before: (opened) =>
      opened.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
      }),
  })
  await page.getByRole('checkbox').check()
  await button(page, 'Open the camera').click()
  await page.getByText('Your browser blocks the camera on this page.').waitFor()
  const policy = async (path: string) =>
    (await fetch(`${app.url}${path}`)).headers.get('permissions-policy')?.match(/camera=(\S+),/)?.[1]
  expect([await policy('/verify-photos'), await policy('/photos'), await policy('/')]).toEqual([
    '(self)',
    '()',
    '()',
  ])
  // Sent from another device in the meantime.
  await sendSelfies(cara)
  await page.reload()
  await page.getByText('Our moderators are checking your selfies.').waitFor()
})

test('[P3 §8] “Ask to verify” on a profile with a conversation sends one notification', async () => {
  const [dora, ella] = (await app.members(
    { username: 'Dora', photos: 1 },
    { username: 'Ella', photos: 1 },
  )) as [Person, Person]
  const asker = await visitAs(dora, `/${ella.url_hash}`)
  await asker.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await button(asker.page, 'Ask to verify').count()).toBe(0)
  const socket = await dora.socket()
  await say(socket, ella, 'Hello Ella')
  socket.disconnect()
  await asker.page.reload()
  const asked = await visitAs(ella, '/newest')
  await button(asker.page, 'Ask to verify').click()
  await asker.page
    .getByText('We’ve let Ella know that you’d like them to verify their photos.')
    .first()
    .waitFor()
  await button(asker.page, 'Ask to verify').waitFor({ state: 'detached' })
  await asked.page.getByText('Dora would like you to verify your photos').first().waitFor()
  await asked.page.goto('/verify-photos')
  await asked.page.getByText('Dora would like you to verify your photos.').waitFor()
})
