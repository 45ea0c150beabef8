import { questions } from '@rosella/contract/questions/questions'
import { recountAnswers } from '@rosella/testkit/jobs-done'
import type { Person } from '@rosella/testkit/person'
import { beforeAll, expect, test } from 'vitest'
import { findings } from './axe'
import { goTo, looks } from './browser'
import { app, openTestSite, visitAs } from './test-site'

openTestSite()

let anna: Person
let ben: Person
beforeAll(async () => {
  ;[anna, ben] = (await app.members(
    { username: 'Anna', gender: 'f', interested: 'm', photos: 3 },
    { username: 'Ben', gender: 'm', interested: 'w', photos: 3 },
  )) as [Person, Person]
})

const [first, second, third] = questions as [
  (typeof questions)[0],
  (typeof questions)[0],
  (typeof questions)[0],
]
const stored = async (id: number) =>
  (await anna.call('GET /api/questions')).items.find((item) => item.id === id)?.answer

test('[P4 §4] questions are answered by keyboard, one at a time; leaving and coming back continues there', async () => {
  const { page } = await visitAs(anna, '/edit', looks[2])
  await page.getByRole('navigation', { name: 'Edit' }).getByRole('link', { name: 'Questions' }).click()
  const question = (text: string) => page.getByRole('heading', { level: 2, name: text })
  await question(first.text).waitFor()
  expect(await findings(page)).toEqual([])
  const mine = page.getByRole('group', { name: 'My answer' })
  const accepted = page.getByRole('group', { name: 'Answers I’d accept from a partner' })
  await expect.poll(() => page.getByRole('radio', { name: 'Only me' }).isChecked()).toBe(true)

  await page.keyboard.press('Enter')
  await page.getByText('Choose your answer first.').waitFor()
  await page.keyboard.press('2')
  expect(await mine.getByRole('radio').nth(1).isChecked()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('Choose at least one answer you’d accept.').waitFor()
  await page.keyboard.press('Shift+Digit1')
  await page.keyboard.press('Shift+Digit2')
  await page.keyboard.press('Shift+Digit1')
  await expect.poll(() => accepted.getByRole('checkbox', { checked: true }).count()).toBe(1)
  await page.keyboard.press('Enter')
  await question(second.text).waitFor()
  expect(await stored(first.id)).toMatchObject({
    choice: 1,
    accepts: [1],
    importance: 1,
    visibility: 'private',
  })

  await page.keyboard.press('ArrowRight')
  await question(third.text).waitFor()
  await page.reload()
  await question(third.text).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await question(first.text).waitFor()
  await page.getByText('People who answer it too').click()
  await page.getByText('A lot', { exact: true }).click()
  await page.getByRole('button', { name: 'Save and show' }).click()
  await question(second.text).waitFor()
  expect(await stored(first.id)).toMatchObject({ importance: 2, visibility: 'shown' })
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Clear answer' }).click()
  await page.getByRole('button', { name: 'Save privately' }).waitFor()
  expect(await stored(first.id)).toBeNull()
})

test('[P4 §4] sensitive topics ask for consent first, which can be withdrawn on a phone too', async () => {
  const { page } = await visitAs(anna, '/questions', looks[0])
  await page.getByRole('button', { name: /^Intimacy/ }).click()
  await page.getByRole('heading', { level: 2, name: 'Intimacy and beliefs' }).waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'I agree' }).click()
  const sensitive = questions.find(({ topic }) => topic === 'intimacy') as (typeof questions)[0]
  await page.getByRole('heading', { level: 2, name: sensitive.text }).waitFor()
  expect((await anna.call('GET /api/questions')).sensitive).toBe(true)
  await page.getByRole('button', { name: 'Withdraw and delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw and delete' }).click()
  await page.getByRole('heading', { level: 2, name: 'Intimacy and beliefs' }).waitFor()
  expect((await anna.call('GET /api/questions')).sensitive).toBe(false)
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('heading', { level: 2, name: 'Intimacy and beliefs' }).waitFor()
})

test('[P4 §4] the match is on cards, in search, on the profile with the questions, and explained', async () => {
  for (const person of [anna, ben])
    for (const { id } of questions.slice(0, 14))
      await person.call('POST /api/answer', {
        question_id: id,
        choice: 0,
        accepts: person === anna && id === 3 ? [1] : [0],
        importance: 1,
        visibility: 'shown',
      })
  app.clock.advance(2 * 86_400)
  await recountAnswers(app.server)
  const { page } = await visitAs(anna, '/search?any=1&sort=match&match_min=60', looks[1])
  const card = page.getByRole('link', { name: /^Ben, .*At least 75 % match\. You agree on 13 of 14/ })
  await card.waitFor()
  await page.getByRole('button', { name: 'Remove At least 60 % match' }).waitFor()
  expect(await findings(page)).toEqual([])
  await card.click()
  const section = page.locator('section', { has: page.getByRole('heading', { level: 2, name: 'Questions' }) })
  await section.scrollIntoViewIfNeeded()
  await section.getByText('At least 75 % match.').waitFor()
  await section.getByText('You agree on 13 of 14.').waitFor()
  await expect.poll(() => section.getByRole('listitem').count()).toBe(14)
  await expect.poll(() => section.getByText('You agree', { exact: true }).count()).toBe(13)
  expect(await section.getByRole('listitem').last().innerText()).toContain(third.text)
  expect(await findings(page)).toEqual([])
  await goTo(page, '/how-it-works#questions')
  await page.getByRole('img', { name: /true match is 62 %/ }).waitFor()
  expect(await findings(page)).toEqual([])
  await goTo(page, '/for-you')
  await page.getByRole('list', { name: 'Why Ben' }).getByText('You agree on 13 of 14 questions.').waitFor()
  await page.getByRole('link', { name: 'Answer questions' }).click()
  await page.getByText('14 of 120 answered').waitFor()
})
