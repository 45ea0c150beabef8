import lighthouse from 'lighthouse'
import { DEBUG_PORT } from './web-phone'

export interface Seen {
  accessibility: number
  bestPractices: number
  shift: number
  /** The reasons why a score is below 100, with the elements. */
  findings: string[]
}

/** Runs Lighthouse for a URL with its phone profile. */
export async function runLighthouse(url: string): Promise<Seen> {
  const { categories, audits } = await report(url)
  const percent = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100)
  const scored = Object.values(categories).flatMap((category) => category.auditRefs)
  const weighty = new Set(scored.filter(({ weight }) => weight > 0).map(({ id }) => id))
  const failed = Object.values(audits).filter(
    ({ id, score }) => weighty.has(id) && score !== null && score < 1,
  )
  return {
    accessibility: percent('accessibility'),
    bestPractices: percent('best-practices'),
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    findings: [
      ...failed.map(({ id, details }) => `${id}: ${JSON.stringify(details ?? {}).slice(0, 400)}`),
      ...shiftsOf(audits['layout-shifts']),
    ],
  }
}

type Audit = Awaited<ReturnType<typeof report>>['audits'][string]

/** The elements that moved, and their share of the shift. */
function shiftsOf(audit?: Audit): string[] {
  const items = audit?.details?.type === 'table' ? audit.details.items : []
  return items.map(({ node, score }) => {
    const what =
      node && typeof node === 'object' && 'snippet' in node ? node.snippet : 'something that is gone'
    return `moved by ${Number(score).toFixed(3)}: ${what}`
  })
}

const TRIES = 3

/** Retries, because a busy machine can cut a recording short; Lighthouse reports that. */
async function report(url: string, tries = TRIES) {
  const result = await lighthouse(url, {
    port: DEBUG_PORT,
    logLevel: 'silent',
    output: 'json',
    onlyCategories: ['accessibility', 'best-practices'],
    // Layout shift belongs to the performance category, whose other audits are not needed.
    onlyAudits: ['cumulative-layout-shift', 'layout-shifts'],
    disableFullPageScreenshot: true,
    maxWaitForLoad: 20_000,
  })
  const recorded = result?.lhr.audits['cumulative-layout-shift']?.numericValue !== undefined
  if (result && recorded && !result.lhr.runtimeError) return result.lhr
  if (tries > 1) return report(url, tries - 1)
  throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'Lighthouse returned no result.'}`)
}
