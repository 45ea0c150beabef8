import { randomUUID } from 'node:crypto'
import type { adminSettings, changeSetting as call } from '@rosella/contract/admin/endpoints'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { renameReasons } from '@rosella/contract/safety/reasons'
import {
  type CurrentSettings,
  currentSettings,
  defaultSettings,
  isSettingValue,
  type SiteSettings,
  standardSettings,
} from '@rosella/contract/settings/rules'
import { sql } from 'kysely'
import { recordAudit } from '../../../members/audit'
import { type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'

type Key = keyof SiteSettings

export async function listSettings({ settings, site }: Services): Promise<ReplyOf<typeof adminSettings>> {
  const current = await settings.current()
  const standard = standardSettings(site.production)
  const keys = Object.keys(standard) as Key[]
  return {
    items: keys.map((key) => ({
      key,
      value: current[key],
      standard: standard[key],
      ...(key === 'report_reasons' ? { keys: current.reasons.map((reason) => reason.key) } : {}),
    })),
    pages: 1,
  }
}

/** Takes effect when it is stored: every process gets an event and reloads its settings. */
export async function changeSetting(
  deps: Services,
  admin: Viewer,
  { key, value, keys }: Pick<InputOf<typeof call>, 'key' | 'value' | 'keys'>,
): Promise<{ message?: string }> {
  if (!isKey(key)) throw new Problem('setting.unknown')
  if (!isSettingValue(key, value)) throw new Problem('setting.value')
  return withTransaction(deps, async (tx, emit) => {
    // The lock is needed because two values that are valid alone must also be valid together.
    await sql`lock table setting in share row exclusive mode`.execute(tx)
    const before = await readAll(tx, deps)
    const after = { ...before, [key]: value }
    if (after.photos_min > after.photos_max) throw new Problem('setting.value')
    const json = JSON.stringify(key === 'report_reasons' ? namedReasons(before, value, keys) : value)
    await tx
      .insertInto('setting')
      .values({ key, value: json })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json }))
      .execute()
    await recordAudit(tx, admin, deps.clock.now(), {
      action: 'setting.change',
      before: { [key]: before[key] },
      after: { [key]: value },
    })
    emit({ kind: 'settings.changed' })
    return {}
  })
}

const isKey = (key: string): key is Key => Object.hasOwn(defaultSettings, key)

async function readAll(tx: Tx, { site }: Services): Promise<CurrentSettings> {
  const stored = await tx.selectFrom('setting').selectAll().execute()
  return currentSettings(stored, standardSettings(site.production))
}

/** Rewording a reason keeps its key and its severity. */
function namedReasons(
  { reasons }: CurrentSettings,
  texts: unknown,
  keys: readonly (string | null)[] | undefined,
) {
  const newKey = () => `own-${randomUUID()}`
  const named = renameReasons({ words: texts as string[], keys, before: reasons, newKey })
  if (!named) throw new Problem('setting.value')
  return named
}
