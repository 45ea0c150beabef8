import type { SessionRecord } from '@rosella/contract/access/shapes'
import { Problem } from '../../domain/problem'
import { isPremium, roleOf } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { isKeyMissing } from './second-key'

type Deps = Pick<Services, 'db' | 'clock' | 'site' | 'settings'>

/** The record the client keeps under userInfo. */
export async function sessionRecord(deps: Deps, memberId: number, token: string): Promise<SessionRecord> {
  const row = await deps.db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .select(['m.id', 'm.username', 'm.photo', 'm.profile_completed_ts', 'm.premium', 'm.premium_until_ts'])
    .select(['m.photos', 'm.status', 'm.url_hash', 'a.email', 'a.email_confirmed', 'a.stealth_mode'])
    .select(['a.password_hash', 'm.paused', 'a.role'])
    .executeTakeFirst()
  if (!row) throw new Problem('session.none')
  const { photos_min } = await deps.settings.current()
  const premium = isPremium(row, deps.clock.now())
  const role = roleOf(deps.site, row)
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    photo: row.photo,
    token,
    valid: true,
    admin: role === 'admin',
    profile_completed_ts: row.profile_completed_ts,
    premium,
    email_confirmed: row.email_confirmed,
    uploaded_min_photos: row.photos >= photos_min,
    status: row.status,
    url_hash: row.url_hash,
    stealth_mode: premium && row.stealth_mode,
    has_password: row.password_hash !== null,
    paused: row.paused,
    role,
    key_missing: role !== null && (await isKeyMissing(deps, memberId)),
  }
}
