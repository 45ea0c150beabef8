import { type CurrentSettings, currentSettings, standardSettings } from '@rosella/contract/settings/rules'
import type { Services } from '../ports/services'

type Deps = Pick<Services, 'db' | 'bus'> & { site: Pick<Services['site'], 'production'> }

const AT_MOST_MS = 60_000

/** The server's settings, kept in memory until a change is announced (or a minute has passed). */
export function openSiteSettings(deps: Deps): Services['settings'] {
  let known: { at: number; value: Promise<CurrentSettings> } | undefined
  const forget = () => {
    known = undefined
  }
  deps.bus.subscribe((event) => event.kind === 'settings.changed' && forget())
  deps.bus.onGap(forget)
  return {
    current() {
      const now = performance.now()
      if (known && now - known.at < AT_MOST_MS) return known.value
      const value = load(deps)
      known = { at: now, value }
      value.catch(forget)
      return value
    },
  }
}

async function load({ db, site }: Deps): Promise<CurrentSettings> {
  const stored = await db.selectFrom('setting').selectAll().execute()
  return currentSettings(stored, standardSettings(site.production))
}
