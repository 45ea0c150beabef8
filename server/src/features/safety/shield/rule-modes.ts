import type { ScamRuleMode } from '@rosella/contract/safety/scam-rules'
import type { Services } from '../../../ports/services'

type Deps = Pick<Services, 'db' | 'bus'>
type Modes = ReadonlyMap<string, ScamRuleMode>

const AT_MOST_MS = 60_000

/** What admins have set rules to, kept in memory until a change is announced (or a minute has passed). */
export function openRuleModes(deps: Deps): () => Promise<Modes> {
  let known: { at: number; value: Promise<Modes> } | undefined
  const forget = () => {
    known = undefined
  }
  deps.bus.subscribe((event) => event.kind === 'settings.changed' && forget())
  deps.bus.onGap(forget)
  return () => {
    const now = performance.now()
    if (known && now - known.at < AT_MOST_MS) return known.value
    const value = load(deps)
    known = { at: now, value }
    value.catch(forget)
    return value
  }
}

async function load({ db }: Deps): Promise<Modes> {
  const rows = await db.selectFrom('scam_rule').selectAll().execute()
  return new Map(rows.map(({ key, mode }) => [key, mode]))
}
