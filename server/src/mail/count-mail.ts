import { plainAddress } from '../domain/mail-address'
import { Problem } from '../domain/problem'
import type { Services } from '../ports/services'

const MAILS_A_DAY = 20
const DAY = 86_400

type Deps = Pick<Services, 'limits'>

const hit = ({ limits }: Deps, address: string) =>
  limits.hit(`mails ${plainAddress(address)}`, { limit: MAILS_A_DAY, seconds: DAY })

/** Counts a mail that somebody asks for to be sent to an address, whoever asks and whatever for; too many are refused. */
export async function countMail(deps: Deps, address: string): Promise<void> {
  const { allowed, waitSeconds } = await hit(deps, address)
  if (!allowed) throw new Problem('too-many', {}, undefined, waitSeconds)
}

/** The same for a mail that can be left out. */
export const isMailAllowed = async (deps: Deps, address: string): Promise<boolean> =>
  (await hit(deps, address)).allowed
