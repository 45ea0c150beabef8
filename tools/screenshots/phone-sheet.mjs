import { join } from 'node:path'
import sharp from 'sharp'
import { folder, write } from './demo-town.mjs'

const names = ['browse', 'profile', 'chat', 'edit']
const gap = 24

/** A few phone screens side by side, for the README. */
export async function phoneSheet(scheme) {
  const pictures = names.map((name, n) => ({
    input: join(folder, `${name}-390-${scheme}.webp`),
    left: gap + n * (390 + gap),
    top: gap,
  }))
  const background = scheme === 'light' ? '#f7ece6' : '#140a13'
  const width = gap + names.length * (390 + gap)
  const sheet = sharp({ create: { width, height: 844 + 2 * gap, channels: 3, background } })
  await write(await sheet.composite(pictures).png().toBuffer(), `phone-${scheme}.webp`)
}
