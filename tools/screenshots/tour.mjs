const phone = { width: 390, height: 844, colorScheme: 'light' }
const newcomer = { name: 'Matilda', password: 'Correct-Horse-9' }

/**
 * A newcomer's first visit on a phone, one picture per step: from the home page through sign-up to the first chat.
 */
export async function walkThrough(town) {
  const photos = await somebodysPhotos(town)
  const { page, shoot, open, close } = await town.visit(phone, {
    geolocation: { latitude: -33.87, longitude: 151.21 },
    permissions: ['geolocation'],
  })
  let steps = 0
  const step = (name) => shoot(name, `tour/${String(++steps).padStart(2, '0')}-${name}.webp`)
  const press = (name) => page.getByRole('button', { name, exact: true }).click()

  await open('/')
  await step('home')
  for (const title of ['What’s different here', 'Three steps to hello', 'What it costs']) {
    await page.getByRole('heading', { name: title }).evaluate((place) => place.scrollIntoView())
    await page.evaluate(() => window.scrollBy(0, -72))
    await step(title.toLowerCase().replaceAll(' ', '-'))
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('link', { name: 'Create free account' }).click()
  await signUp({ page, step, press, photos })
  await page.getByRole('link', { name: 'Proceed to website' }).click()
  await page.getByRole('heading', { name: 'Recent Activity' }).waitFor({ state: 'attached' })
  await step('browse')
  await firstLike({ page, step })
  await firstChat({ page, step, town })
  await close()
}

async function signUp({ page, step, press, photos }) {
  const group = (name) => page.getByRole('group', { name })
  await page.getByRole('heading', { name: 'Create Account' }).waitFor()
  await step('sign-up')
  await page.getByLabel('First name').fill(newcomer.name)
  await group('Gender at birth').getByText('Female').click()
  await group('Interested in').getByText('Both').click()
  await group('Relationship goals').getByText('Serious').click()
  await page.getByLabel('Birth month').selectOption('May')
  await page.getByLabel('Email').fill(`matilda-${Date.now()}@rosella.example`)
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password)
  await page.getByText('This address is available').waitFor()
  await step('sign-up-filled')
  await press('Continue')
  await page.getByRole('button', { name: 'Yes, it is all correct' }).waitFor()
  await step('all-correct')
  await press('Yes, it is all correct')
  await page.getByRole('heading', { name: 'Step 2 of 3' }).waitFor()
  await step('location')
  await press('Use my location')
  await page.getByText('Sydney').first().waitFor()
  await step('location-found')
  await press('Continue')
  await page.getByRole('heading', { name: 'Step 3 of 3' }).waitFor()
  await page.getByLabel('Add photos').setInputFiles(photos)
  await page.getByText('All photos have been uploaded successfully!').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Close' }).last().click()
  await step('photos')
  await press('Activate profile')
  await page.getByText('You successfully created your account.').waitFor()
  await step('welcome')
}

async function firstLike({ page, step }) {
  const cards = page.locator('main ul[aria-busy] > li')
  await cards
    .first()
    .getByRole('button', { name: /^Like / })
    .click()
  await step('first-like')
  await cards.first().getByRole('link').click()
  await page.getByRole('button', { name: 'Liked' }).waitFor()
  await step('profile')
}

async function firstChat({ page, step, town }) {
  const link = town.emailedLink('/verify')
  const path = new URL(page.url()).pathname
  if (link) {
    await page.goto(link)
    await page.getByText('You successfully verified your email address.').waitFor()
    await step('address-confirmed')
  }
  await page.goto(`${path}#messages`)
  const box = page.getByRole('textbox', { name: /^Message to/ })
  await box.fill('Hello! Your photo by the water made me smile. Where was it taken?')
  await step('first-words')
  await box.press('Enter')
  await page.getByText('Sent', { exact: true }).first().waitFor({ state: 'attached' })
  await step('first-chat')
}

/** Portraits that the town drew of a woman who is in none of the pictures; invented, and always available. */
async function somebodysPhotos(town) {
  const { page, logIn, open, close } = await town.visit(phone)
  await logIn('premium')
  await open('/newest?p=2')
  const links = page.locator('main ul[aria-busy] > li a')
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  for (const path of paths) {
    await open(path)
    const identity = page.getByRole('row', { name: /^Identity/ })
    const names = await page
      .getByRole('button', { name: /^Photo \d of/ })
      .locator('img')
      .evaluateAll((all) => all.map(({ src }) => src.replace('/tmb/', '/lg/')))
    if (names.length < 3 || !(await identity.textContent())?.includes('Female')) continue
    const bodies = await Promise.all(
      names.slice(0, 3).map(async (src) => (await page.request.get(src)).body()),
    )
    await close()
    return bodies.map((buffer, n) => ({ name: `photo-${n + 1}.jpg`, mimeType: 'image/jpeg', buffer }))
  }
  throw new Error('No member on the second page of Newest has three photos.')
}
