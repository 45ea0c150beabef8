import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../tools/test/programs.mjs'

export const alertFile = fileURLToPath(new URL('../ops/alerts.yml', import.meta.url))

/** Runs promtool from Debian's prometheus package; fails with its output. */
export function promtool(...args: string[]): string {
  return execFileSync(findProgram('promtool'), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Metric names: ours, Node's and the process's. Suffixes of histograms belong to their family. */
export const namesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:rosella|nodejs|process)_[a-z0-9_]+\b/g)].map(([name]) =>
      name.replace(/_seconds_(?:count|bucket|sum)$/, '_seconds'),
    ),
  ),
]

/** The expressions of all alerts by name. */
export function readAlerts(): Map<string, string> {
  const text = readFileSync(alertFile, 'utf8').replaceAll(/^\s*#.*$/gm, '')
  const [, ...rules] = text.split('- alert: ')
  return new Map(
    rules.map((rule) => {
      const expr = /expr:([\s\S]*?)\n {8}(?:for|labels):/.exec(rule)?.[1]?.replace(/^\s*>-/, '')
      return [rule.slice(0, rule.indexOf('\n')), (expr ?? '').trim()]
    }),
  )
}

/** The text of /metrics; undefined if the site does not reply. */
export type Scrape = string | undefined

export interface AlertTrial {
  alert: string
  /** Scraped while the site was well, and in the fault that the alert is about. */
  well: Scrape
  fault: Scrape
}

const WELL_MINUTES = 60
const FAULT_MINUTES = 90

interface Series {
  counts: boolean
  value: number
}

/**
 * Tries alerts on real samples with promtool: an hour as when the site was well, in which the alert must be silent, then
 * 90 minutes of the fault, at whose end it must be firing. In each minute of the fault, counters grow by as much as they
 * grew between the two scrapes. Fails with promtool's output.
 */
export function tryAlerts(trials: readonly AlertTrial[]): void {
  const alerts = readAlerts()
  const exprOf = (alert: string) => {
    const expr = alerts.get(alert)
    if (!expr) throw new Error(`There is no alert ${alert}.`)
    return expr
  }
  // promtool evaluates every rule in every test, so alerts about the same samples share one.
  const groups: AlertTrial[][] = []
  for (const trial of trials) {
    const group = groups.find(([first]) => first?.well === trial.well && first?.fault === trial.fault)
    if (group) group.push(trial)
    else groups.push([trial])
  }
  const tests = groups.map((group) => {
    const [{ well, fault } = { well: undefined, fault: undefined }] = group
    return {
      interval: '1m',
      input_series: seriesOf(namesIn(group.map(({ alert }) => exprOf(alert)).join(' ')), well, fault),
      promql_expr_test: group.flatMap(({ alert }) => {
        const expr = `clamp_max(count(ALERTS{alertname="${alert}",alertstate="firing"}), 1)`
        const at = (minutes: number, exp_samples: unknown[]) => ({
          expr,
          eval_time: `${minutes}m`,
          exp_samples,
        })
        return [at(WELL_MINUTES - 1, []), at(WELL_MINUTES + FAULT_MINUTES - 1, [{ labels: '{}', value: 1 }])]
      }),
    }
  })
  const dir = mkdtempSync(join(tmpdir(), 'rosella-alerts-'))
  try {
    const file = join(dir, 'alerts.test.yml')
    // JSON is valid YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [alertFile], evaluation_interval: '1m', tests }))
    promtool('test', 'rules', file)
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`promtool: ${stdout}${stderr}`, { cause: error })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function seriesOf(names: readonly string[], well: Scrape, fault: Scrape): object[] {
  const [before, after] = [parse(names, well), parse(names, fault)]
  const up = {
    series: 'up{job="rosella",instance="site"}',
    values: values(Number(well !== undefined), Number(fault !== undefined), 0),
  }
  const found = [...new Set([...before.keys(), ...after.keys()])].map((series) => {
    const [first, then] = [before.get(series), after.get(series)]
    const counts = (first ?? then)?.counts === true
    const growth = counts && then ? then.value - (first?.value ?? 0) : 0
    return { series, values: values(first?.value, then?.value, growth) }
  })
  return [up, ...found]
}

function values(well: number | undefined, fault: number | undefined, growth: number): string {
  const constant = (value: number | undefined, minutes: number, step = 0) =>
    value === undefined ? `_x${minutes - 1}` : `${value}+${step}x${minutes - 1}`
  return `${constant(well, WELL_MINUTES)} ${constant(fault, FAULT_MINUTES, growth)}`
}

/** The samples of these metrics, with the labels that Prometheus adds. */
function parse(names: readonly string[], scrape: Scrape): Map<string, Series> {
  const types = new Map(
    [...(scrape ?? '').matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]),
  )
  const samples = (scrape ?? '').split('\n').flatMap((line) => {
    const [, name = '', labels = '', value] = /^([a-z_][\w]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    const family = name.replace(/_(?:count|bucket|sum)$/, '')
    const own = types.has(name) ? name : family
    if (!names.includes(own) || value === undefined) return []
    const counts = types.get(own) === 'counter' || types.get(own) === 'histogram'
    const all = [...(labels ? [labels] : []), 'job="rosella"', 'instance="site"'].join(',')
    return [[`${name}{${all}}`, { counts, value: Number(value) }] as const]
  })
  return new Map(samples)
}
