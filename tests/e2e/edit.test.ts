import type { Person } from '@rosella/testkit/person'
import { askQuestions } from '@rosella/testkit/questions'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { type Look, looks, type Visit } from './browser'
import { arriveAtEdit, choose, group, isChosen, own, paste, stored } from './edit-page'
import { pressOnceRendered, slowDown } from './slow-machine'
import { app, openTestSite, visit } from './test-site'

let visitor: Visit

openTestSite()

async function openEdit(username: string, look: Look = looks[0]): Promise<[Person, Page]> {
  const [person] = (await app.members(username)) as [Person]
  visitor = await visit(look, { permissions: ['clipboard-read', 'clipboard-write'] })
  await arriveAtEdit(visitor.page, person)
  return [person, visitor.page]
}

const texts = {
  Tagline: 'Früh auf, 7 Tage die Woche',
  'About me': 'Good coffee ☕\n<b>bold</b> & "quoted"\n日本語',
  Interests: 'Surf, Te Reo Māori, ελληνικά',
  'What I am looking for': 'Someone kind 🌻\nשלום',
  Ethnicity: 'Māori & Irish',
  Languages: 'English, 粵語, Tiếng Việt',
  Occupation: "Vet's nurse",
}

test('[P2 §2] every field is saved as it changes and survives a reload', async () => {
  const [anna, page] = await openEdit('Anna')
  expect(await page.title()).toMatch(/^My Profile/)
  await page.getByRole('heading', { level: 1, name: 'Edit' }).waitFor()
  for (const text of ['Anna', 'May 1994']) await page.getByText(text, { exact: true }).first().waitFor()
  expect(await page.getByRole('link', { name: 'Change in settings' }).getAttribute('href')).toBe(
    '/settings#first-name',
  )
  expect(await page.getByRole('link', { name: 'See it as others do' }).getAttribute('href')).toBe(
    `/${anna.url_hash}`,
  )

  for (const [label, text] of Object.entries(texts)) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await page.getByLabel('Height').fill('170')
  await page.getByText('5 ft 7 in').waitFor()
  await page.getByLabel('Nationality').selectOption('New Zealand')
  const choices = [
    ['Interested in', 'Men', 'interested', 'm'],
    ['Relationship goals', 'Casual', 'relationship_goals', 'c'],
    ['Education', 'University', 'education', '3'],
    ['Income', 'Average', 'income', 'a'],
    ['Smoking', 'Non-smoker', 'smoking', '-'],
    ['Tattoos', 'A few', 'tatoos', '~'],
    ['Marriage status', 'Previously', 'marriage', '~'],
    ['Have kids', 'Yes', 'kids', '+'],
    ['Willing to relocate', 'To another country', 'relocation', '+'],
  ] as const
  for (const [legend, label] of choices) await choose(page, legend, label)

  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('button', { name: 'Choose it myself' }).click()
  await page.getByLabel('City', { exact: true }).fill('perth')
  await page.getByRole('option', { name: 'Perth, WA', exact: true }).click()

  await stored(anna).toMatchObject({
    tagline: texts.Tagline,
    about_offer: texts['About me'],
    interests: texts.Interests,
    wants: texts['What I am looking for'],
    ethnicity: texts.Ethnicity,
    languages: texts.Languages,
    occupation: texts.Occupation,
    height: 170,
    country_of_birth: 'NZ',
    country: 'AU',
    city: 'Perth, WA',
    ...Object.fromEntries(choices.map(([, , field, code]) => [field, code])),
  })

  await page.reload()
  for (const [label, text] of Object.entries(texts)) {
    await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(text)
  }
  for (const [legend, label] of choices) await expect.poll(() => isChosen(page, legend, label)).toBe(true)
  await expect.poll(() => page.getByLabel('Height').inputValue()).toBe('170')
  await expect.poll(() => page.getByLabel('Nationality').inputValue()).toBe('NZ')
  await page.getByRole('heading', { name: 'Perth, WA' }).waitFor()

  // The preview shows the saved values, with HTML as plain text.
  await page.getByRole('link', { name: 'See it as others do' }).click()
  await page.getByText('<b>bold</b> & "quoted"').waitFor()
  await page.getByText('This is your profile as others see it.').waitFor()
})

test('[P2 §2] choosing an answer again clears it, and "Not willing" excludes the others; [P2 §5] a paste is cut to 600 characters and 9 lines, and the remaining number is shown', async () => {
  const [bea, page] = await openEdit('Bea')
  await choose(page, 'Smoking', 'Often')
  await stored(bea).toMatchObject({ smoking: '+' })
  await choose(page, 'Smoking', 'Often')
  await stored(bea).toMatchObject({ smoking: null })
  await expect.poll(() => isChosen(page, 'Smoking', 'Often')).toBe(false)

  await group(page, 'Have kids').getByLabel('No', { exact: true }).focus()
  await page.keyboard.press('Space')
  await stored(bea).toMatchObject({ kids: '-' })
  await page.keyboard.press('Space')
  await stored(bea).toMatchObject({ kids: null })

  const relocate = 'Willing to relocate'
  for (const [label, code] of [
    ['To another country', '+'],
    ['Within my country', '~+'],
    ['Not willing', '-'],
    ['Within my country', '~'],
    ['Within my country', null],
  ] as const) {
    await choose(page, relocate, label)
    await stored(bea).toMatchObject({ relocation: code })
  }

  const about = page.getByLabel('About me')
  await about.fill('StartEnd')
  for (let n = 0; n < 'End'.length; n++) await page.keyboard.press('ArrowLeft')
  await paste(page, 'About me', 'x'.repeat(700))
  const full = `Start${'x'.repeat(592)}End`
  await expect.poll(() => about.inputValue()).toBe(full)
  await expect.poll(() => about.evaluate((box) => (box as HTMLTextAreaElement).selectionEnd)).toBe(597)
  await page.getByText('0 characters, 8 lines left').first().waitFor()
  await page.keyboard.type('y')
  await expect.poll(() => about.inputValue()).toBe(full)
  // Screen readers get 20, 10 and 0, not every key.
  const spoken = page.locator('[aria-live=polite]').filter({ hasText: /left$/ }).first()
  expect(await spoken.textContent()).toBe('0 characters left')
  for (let n = 0; n < 2; n++) {
    await page.keyboard.press('Backspace')
    await expect.poll(() => spoken.textContent()).toBe('10 characters left')
  }
  await page.keyboard.type('xx')
  await expect.poll(() => about.inputValue()).toBe(full)

  await paste(page, 'What I am looking for', Array.from({ length: 12 }, (_, n) => `line ${n}`).join('\n'))
  const nine = Array.from({ length: 9 }, (_, n) => `line ${n}`).join('\n')
  await expect.poll(() => page.getByLabel('What I am looking for').inputValue()).toBe(nine)
  await paste(page, 'Occupation', 'o'.repeat(80))
  await expect.poll(() => page.getByLabel('Occupation').inputValue()).toBe('o'.repeat(70))
  await page.getByLabel('Languages').focus()
  await stored(bea).toMatchObject({ about_offer: full, wants: nine, occupation: 'o'.repeat(70) })
})

test('[P2 §5] the tagline: no emoji, typed or pasted, and never empty; unsaved text survives leaving the page', async () => {
  const [dora, page] = await openEdit('Dora')
  const tagline = page.getByLabel('Tagline')
  await tagline.focus()
  await page.keyboard.insertText('Hi 🌹')
  await paste(page, 'Tagline', '7 dogs🐕‍🦺 1️⃣🇦🇺')
  await expect.poll(() => tagline.inputValue()).toBe('Hi 7 dogs ')
  // Leaving by a link before the pause saves it.
  await page.getByRole('link', { name: 'My photos' }).click()
  await page.getByRole('heading', { level: 1, name: 'My photos' }).waitFor()
  await stored(dora).toMatchObject({ tagline: 'Hi 7 dogs' })

  await page.goBack()
  await expect.poll(() => tagline.inputValue()).toBe('Hi 7 dogs')
  await tagline.fill('')
  await tagline.blur()
  await page.getByText('Please enter a tagline.').waitFor()
  await page.getByLabel('Height').fill('17')
  await page.reload()
  // Neither could be saved, and both are still there.
  await expect.poll(() => page.getByLabel('Height').inputValue()).toBe('17')
  await expect.poll(() => tagline.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
  await page.getByText('Height must be a whole number from 100 to 250.').waitFor()
  expect(await own(dora)).toMatchObject({ tagline: 'Hi 7 dogs', height: null })
})

test('[P2 §4] prompts: select, answer, reorder by keyboard, replace, remove; at most max_prompts', async () => {
  const [first, second, third] = await askQuestions(app)
  const [eve, page] = await openEdit('Eve', looks[3])
  const answers = async () => {
    const { user_dp } = await eve.call('GET /api/user')
    return user_dp.map(({ question_id, answer, active, order_n }) => [question_id, answer, active, order_n])
  }
  const saved = () => expect.poll(answers, { timeout: 15_000 })
  const prompt = (place: number) =>
    page.getByRole('list', { name: 'Your prompts' }).getByRole('listitem').nth(place)
  const add = page.getByRole('button', { name: 'Add a prompt' })

  for (const [place, id] of [first, second, third].entries()) {
    await add.click()
    await page.waitForFunction(() => document.activeElement?.tagName === 'SELECT')
    await prompt(place).getByRole('combobox').selectOption(String(id))
    await prompt(place).getByRole('textbox').fill(`Answer ${place} 🌈`)
  }
  await expect.poll(() => add.isDisabled()).toBe(true)
  await page.getByText('You can have up to 3 prompts.').waitFor()
  await saved().toEqual([
    [first, 'Answer 0 🌈', true, 0],
    [second, 'Answer 1 🌈', true, 1],
    [third, 'Answer 2 🌈', true, 2],
  ])
  expect(await findings(page)).toEqual([])

  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/update-discussion-prompts', (route) => released.then(() => route.continue()), {
    times: 1,
  })
  await prompt(2).getByRole('button', { name: 'Move prompt 3 up' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Moved to position 2 of 3').waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Move prompt 2 up')
  // The second press comes while the first move is being saved; the focus must stay with the prompt.
  await slowDown(page)
  await pressOnceRendered(page, 'Saved!', 'what has the focus')
  release()
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label') === 'Move prompt 1 down',
  )
  await saved().toEqual([
    [third, 'Answer 2 🌈', true, 0],
    [first, 'Answer 0 🌈', true, 1],
    [second, 'Answer 1 🌈', true, 2],
  ])

  await prompt(2).getByRole('button', { name: 'Remove prompt 3' }).click()
  await saved().toContainEqual([second, 'Answer 1 🌈', false, 9])
  // The answer was kept: choosing its question again restores it.
  await prompt(0).getByRole('combobox').selectOption(String(second))
  await saved().toEqual([
    [second, 'Answer 1 🌈', true, 0],
    [first, 'Answer 0 🌈', true, 1],
    [third, 'Answer 2 🌈', false, 9],
  ])

  // A deleted question shows the server's message.
  visitor.expectStatus(400)
  await app.db.updateTable('prompt').set({ active: false }).where('id', '=', first).execute()
  await prompt(0).getByRole('textbox').fill('Another')
  await prompt(0).getByRole('textbox').blur()
  await page.getByText("This discussion prompt doesn't exist.").waitFor()
  await prompt(1).getByRole('button', { name: 'Remove prompt 2' }).click()
  await page.getByText("This discussion prompt doesn't exist.").waitFor({ state: 'detached' })
  await saved().toContainEqual([second, 'Another', true, 0])
})

test('[P2 §8] Saving, Saved! and every error; [P2 §4] Save never overwrites what another device has changed', async () => {
  const [gina, page] = await openEdit('Gina', looks[3])
  visitor.expectStatus(400, 409, 429, 503)
  // One route for the whole test; each entry replaces the server's reply to one call.
  const instead: Partial<Record<string, (route: Route) => Promise<void>>> = {}
  await page.route(/\/api\/(profile-auto-save|user)$/, async (route) => {
    const path = new URL(route.request().url()).pathname
    const answer = instead[path] ?? (() => route.continue())
    delete instead[path]
    await answer(route)
  })
  const autoSave = '/api/profile-auto-save'
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  instead[autoSave] = (route) => released.then(() => route.continue())
  await choose(page, 'Income', 'High')
  await page.getByText('Saving', { exact: true }).waitFor()
  release()
  await page.getByRole('status').filter({ hasText: 'Saved!' }).waitFor()

  // The server refuses an unknown key, and its message is shown.
  const asPremium = (sent: object) => JSON.stringify({ ...sent, key: 'premium' })
  instead[autoSave] = (route) => route.continue({ postData: asPremium(route.request().postDataJSON()) })
  await choose(page, 'Income', 'Low')
  await group(page, 'Income').getByText("This field doesn't exist.").waitFor()
  await page.getByLabel('Tagline').fill('Here I am')
  await page.getByLabel('Tagline').blur()
  await stored(gina).toMatchObject({ income: 'h', tagline: 'Here I am' })
  for (const [status, label, text] of [
    [429, 'Average', 'Too many requests. Please try again later.'],
    [503, 'Low', 'Server error. Please try again later.'],
  ] as const) {
    instead[autoSave] = (route) => route.fulfill({ status, body: '' })
    await choose(page, 'Income', label)
    await group(page, 'Income').getByText(text).waitFor()
    instead['/api/user'] = (route) => route.fulfill({ status, body: '' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText(text).waitFor()
  }
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('region', { name: 'Notifications' }).getByText('Saved!').waitFor()
  await expect.poll(() => group(page, 'Income').getByText(/later/).count()).toBe(0)
  await stored(gina).toMatchObject({ income: 'l', tagline: 'Here I am' })

  // The phone changes three fields, of which this screen changes two. Its auto-saves are refused.
  const phone = { occupation: 'Vet', wants: 'Calm', about_offer: 'From the phone' }
  await gina.call('POST /api/user', phone)
  await page.getByLabel('About me').fill('From the laptop')
  await page.getByLabel('What I am looking for').fill('Wild')
  await page.getByLabel('What I am looking for').blur()
  const other = (label: string) =>
    page.locator('div.relative').filter({ has: page.getByLabel(label, { exact: true }) })
  for (const label of ['About me', 'What I am looking for'])
    await other(label).getByRole('button', { name: 'Use the other one' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('alert')
    .getByText(/^You changed this on another device: About me,/)
    .waitFor()
  await other('About me').getByText('From the phone').waitFor()
  expect(await findings(page)).toEqual([])
  expect(await own(gina)).toMatchObject(phone)
  await other('About me').getByRole('button', { name: 'Keep what’s here' }).click()
  await other('What I am looking for').getByRole('button', { name: 'Use the other one' }).click()
  await expect.poll(() => page.getByLabel('What I am looking for').inputValue()).toBe('Calm')
  // A field that this screen has not changed shows the newer value.
  await expect.poll(() => page.getByLabel('Occupation').inputValue()).toBe('Vet')
  await stored(gina).toMatchObject({ ...phone, about_offer: 'From the laptop' })
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
