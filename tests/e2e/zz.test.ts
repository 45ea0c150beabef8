import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { test } from 'vitest'
import { looks } from './browser'
import { box, bubble } from './chat-page'
import { app, openTestSite, visitAs } from './test-site'
openTestSite({ motion: true })
test('look', async () => {
  const [anna, ben, cara] = (await app.cast({ username: 'Anna', photos: 1 }, { username: 'Ben', photos: 3 }, 'Cara')) as [Person, Person, Person]
  const [a, b] = [await anna.socket(), await ben.socket()]
  await say(await cara.socket(), anna, 'Hello from Cara, how are you today?')
  const ids: number[] = []
  for (const [s, to, text] of [[a, ben, 'Hello Ben'], [b, anna, 'Hello Anna! Lovely to hear from you. Did you go to the market on Sunday?'], [a, ben, 'I did, and I bought far too many mangoes.'], [b, anna, 'No such thing.']] as const) ids.push(await say(s, to, text))
  await b.emitWithAck('react', { id: ids[2] ?? 0, emoji: '😂' })
  await a.emitWithAck('react', { id: ids[1] ?? 0, emoji: '❤️' })
  await b.emitWithAck('react', { id: ids[1] ?? 0, emoji: '👍' })
  for (const [n, look] of looks.entries()) {
    const phone = look.width === 390
    const { page } = await visitAs(anna, `/${ben.url_hash}#messages`, look, phone ? { hasTouch: true, isMobile: true } : {})
    await bubble(page, 'No such thing').waitFor()
    await b.emitWithAck('typing', { receiver_id: anna.id })
    await page.waitForTimeout(1200)
    await page.screenshot({ path: `/tmp/chat-shot-profile-${n}.png` })
    await page.goto(phone ? `/${ben.url_hash}` : `/messages?tab=inbox&with=${ben.url_hash}`)
    await bubble(page, 'No such thing').waitFor()
    if (!phone) {
      await page.getByRole('log').focus()
      await page.keyboard.press('Tab')
      console.log(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300)))
      await page.keyboard.press('ArrowUp')
      console.log(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300)))
      await page.keyboard.press('Enter')
      await page.waitForTimeout(1000)
      console.log(await page.evaluate(() => document.querySelector('[popover][role=group]')?.outerHTML.slice(0, 400)), await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)))
    } else await box(page).scrollIntoViewIfNeeded()
    await page.waitForTimeout(600)
    await page.screenshot({ path: `/tmp/chat-shot-pane-${n}.png` })
  }
  const { page } = await visitAs(anna, `/${ben.url_hash}#messages`, { width: 1024, colorScheme: 'light' } as never)
  await bubble(page, 'No such thing').waitFor()
  await page.waitForTimeout(800)
  await page.screenshot({ path: `/tmp/chat-shot-1024.png` })
  await page.goto('/messages')
  await page.waitForTimeout(800)
  await page.screenshot({ path: `/tmp/chat-shot-list-1024.png` })
})
