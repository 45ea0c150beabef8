import type { Services } from '../../ports/services'
import { readOwnKeys } from './own-keys'

type Deps = Pick<Services, 'db' | 'settings'>

/** Whether the site asks those with a role for a passkey or a second step, and this one has neither. */
export async function isKeyMissing({ db, settings }: Deps, memberId: number): Promise<boolean> {
  const { staff_second_key } = await settings.current()
  if (staff_second_key !== 1) return false
  const { passkeys, second_ts } = await readOwnKeys(db, memberId)
  return passkeys.length === 0 && second_ts === null
}
