import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds, as readable lines. The page's policy allows no injected script, so it is evaluated. Of the rules that
 * are on, one looks at media ahead and none at style sheets, whose reading is left out.
 */
export async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  await settled(page)
  return page.evaluate(async () => {
    const { violations } = await (
      window as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
    ).axe.run({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  })
}

/** Colours on their way to others have a contrast that nobody sees. A page that is not in front stops midway. */
async function settled(page: Page): Promise<void> {
  const isStill = () =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      )
  await page.waitForFunction(isStill, undefined, { polling: 50, timeout: 2000 }).catch(() => {})
}
