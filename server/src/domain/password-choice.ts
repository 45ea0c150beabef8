import { isPassword } from '@rosella/contract/access/rules'
import { Problem } from './problem'

const MOST_USED = 10_000

/** The most used passwords that may be chosen at all, in lower case; read when first asked for. */
let mostUsed: Promise<ReadonlySet<string>> | undefined

async function loadMostUsed(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const inOrder = dictionary['passwords-common'].filter(isPassword)
  return new Set(inOrder.slice(0, MOST_USED).map((password) => password.toLowerCase()))
}

/** Refuses what a guesser tries first: the most used passwords, and what everybody knows of this member. */
export async function refusePassword(
  password: string,
  owner: { email: string; username?: string | null },
): Promise<void> {
  mostUsed ??= loadMostUsed()
  const folded = password.toLowerCase()
  const [localPart = ''] = owner.email.split('@')
  const own = [owner.email, localPart, owner.username ?? ''].map((word) => word.toLowerCase())
  if (own.includes(folded) || (await mostUsed).has(folded)) throw new Problem('password.common')
}
