// Takes the pictures for the README, docs/screenshots and the visitors' home page from a freshly built demo town:
// `npm run screenshots`. For a part of them: `npm run screenshots -- pages` (or home, or tour, a newcomer's first
// visit).
import { adminPages } from './admin-pages.mjs'
import { openDemoTown } from './demo-town.mjs'
import { homePictures } from './home-pictures.mjs'
import { memberPages, visitorPages } from './member-pages.mjs'
import { phoneSheet } from './phone-sheet.mjs'
import { walkThrough } from './tour.mjs'

const parts = ['pages', 'home', 'tour']
const only = process.argv[2]
if (only !== undefined && !parts.includes(only)) {
  console.error(`Unknown part ${only}. Choose one of ${parts.join(', ')}.`)
  process.exit(1)
}
const wants = (part) => only === undefined || only === part

const town = await openDemoTown()
try {
  // First, while the town is unchanged.
  if (wants('home')) await homePictures(town)
  if (wants('pages')) {
    for (const look of town.looks) {
      const visit = await town.visit(look)
      await visitorPages(visit)
      await memberPages(visit)
      await adminPages(visit)
      await visit.close()
    }
    for (const scheme of ['light', 'dark']) await phoneSheet(scheme)
  }
  if (wants('tour')) await walkThrough(town)
} finally {
  await town.close()
}
