import { plainAddress } from '../domain/mail-address'
import { Problem } from '../domain/problem'
import type { Services } from '../ports/services'

const MAILS_A_DAY = 20
const DAY = 86_400

/** Counts a mail that somebody asks for to be sent to an address, whoever asks and whatever for; too many are refused. */
export async function countMail({ limits }: Pick<Services, 'limits'>, address: string): Promise<void> {
  const { hits, resetSeconds } = await limits.hit(`mails ${plainAddress(address)}`, DAY)
  if (hits > MAILS_A_DAY) throw new Problem('too-many', {}, undefined, resetSeconds)
}
