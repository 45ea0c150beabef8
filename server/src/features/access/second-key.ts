import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'settings'>

/** Whether the site asks those with a role for a passkey or a second step, and this one has neither. */
export async function isKeyMissing({ settings }: Deps, _memberId: number): Promise<boolean> {
  const { staff_second_key } = await settings.current()
  return staff_second_key === 1
}
