import { sendSelfies } from '@rosella/testkit/camera'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAdminSite } from './admin-desk'
import { findings } from './axe'
import { looks } from './browser'
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
  expect(await frames.count()).toBe(2)
  for (const frame of await frames.all())
    expect(
      await frame.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
    ).toBeGreaterThan(200)
  expect(await findings(desk.page)).toEqual([])
  await desk.page.keyboard.press('a')
  await desk.page.getByRole('heading', { name: 'No selfies to review' }).waitFor()

  await page.getByText('Your photos are verified.').first().waitFor()
  const viewer = await visitAs(ben, '/newest', look)
  const card = viewer.page.locator(`a[href$="/${anna.url_hash}"]`).filter({ hasText: 'Verified' }).first()
  await card.click()
  const badge = button(viewer.page, 'Verified')
  await badge.focus()
  expect(await viewer.page.getByRole('tooltip').innerText()).toMatch(badgeText)
}, 120_000)

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
