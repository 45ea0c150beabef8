/** Pages that everybody sees. */
export async function visitorPages({ page, open, shoot }) {
  await open('/')
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  await shoot('home')
  await open('/signup', 'Create Account')
  await shoot('sign-up')
}

/** The most attractive pages: people, a profile, conversations. */
export async function memberPages({ page, open, shoot, logIn, logOut }) {
  await logIn('member')
  await shoot('browse')
  await open('/for-you')
  await shoot('for-you')
  await open('/search')
  await shoot('search')
  await open('/likes-received', 'Likes Received')
  await shoot('likes')
  const path = await openConversation({ page, open })
  await shoot('chat')
  await page.goto(path)
  await page.getByRole('textbox', { name: /^Message to/ }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await shoot('profile')
  // On a wide screen the inbox shows the chosen conversation beside the list.
  if (page.viewportSize().width > 1000) {
    await page.goto(`/messages?with=${path.slice(1)}`)
    await page.getByRole('textbox', { name: /^Message to/ }).waitFor()
  } else await openMessages({ page, open })
  await shoot('messages')
  await open('/edit', 'Edit')
  await shoot('edit')
  await open('/photos', 'My photos')
  await shoot('photos')
  await open('/settings#stealth-mode', 'Settings')
  await shoot('settings')
  await logOut()
}

/** The rows of /messages, which link to chats; the tabs above them do not. */
const conversationRows = 'main li:has(a[data-keep-focus])'

async function openMessages({ page, open }) {
  await open('/messages')
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.locator(conversationRows).first().waitFor()
}

/** Opens the longest conversation, by the list's count; returns the profile's path. */
export async function openConversation({ page, open }) {
  await openMessages({ page, open })
  const rows = page.locator(conversationRows)
  const counts = await rows.evaluateAll((all) =>
    all.map((row) => Number(/Messages: (\d+)/.exec(row.textContent ?? '')?.[1] ?? 0)),
  )
  const longest = counts.indexOf(Math.max(...counts))
  const href = await rows.nth(longest).locator('a[data-keep-focus]').getAttribute('href')
  // On a wide screen the row opens the pane beside it.
  const path = `/${/(?:with=|^\/)(\w+)(?:#|&|$)/.exec(href ?? '')?.[1] ?? ''}`
  await page.goto(`${path}#messages`)
  await page.getByRole('textbox', { name: /^Message to/ }).waitFor()
  return path
}
