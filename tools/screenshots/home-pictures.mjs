import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { root, settle } from './demo-town.mjs'
import { openConversation } from './member-pages.mjs'

const pictures = join(root, 'web/src/features/home/pictures')
const phone = { width: 390, height: 844 }
/** The size in Steps.tsx, with twice the pixels for high-density screens. */
const shape = { width: 390, height: 520 }

/** The three steps on the visitors' home page: the real screens without their bars. */
export async function homePictures(town) {
  await mkdir(pictures, { recursive: true })
  for (const colorScheme of ['light', 'dark']) {
    const { page, open, logIn, close } = await town.visit({ ...phone, colorScheme }, { deviceScaleFactor: 2 })
    const cut = async (name, place, margin = 12) => {
      await settle(page)
      const { y } = await place.boundingBox()
      const bytes = await page.screenshot({ clip: { x: 0, y: y - margin, ...shape } })
      await sharp(bytes)
        .avif({ quality: 48, effort: 4 })
        .toFile(join(pictures, `${name}-${colorScheme}.avif`))
    }
    await logIn('member')
    await cut('list', page.locator('main'), 0)
    await open('/photos', 'My photos')
    await cut('photos', page.locator('main h1'))
    await openConversation({ page, open })
    await cut('chat', page.locator('dialog[open]'), 0)
    await close()
  }
}
