import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The violations that axe finds, as readable lines. axe is evaluated because the page's content security policy allows no
 * injected script. Only media are preloaded, because no enabled rule needs the style sheets.
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

/** Waits for running animations, whose colours have a contrast that nobody sees. A background page never finishes them. */
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
