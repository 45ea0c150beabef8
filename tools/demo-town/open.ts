import type { Services } from '@rosella/server/platform/services'
import { fillDemoTown } from './fill'
import { demoLogIns, demoPassword } from './log-ins'

/** An admin only while the demo runs. */
export const demoAdmin = demoLogIns.find(({ role }) => role === 'admin')?.email ?? ''

/** Fills the town if necessary, with a progress bar, and prints the log-ins. */
export async function openDemoTown(services: Services, out: NodeJS.WriteStream): Promise<void> {
  const town = await fillDemoTown(services, progressBar(out))
  if (!town) return
  await nameAdmin(services)
  const lines = town.logIns.map(({ role, email }) => `  ${role.padEnd(8)} ${email}`)
  out.write(
    `Demo town of ${town.members} members. Log in with the password ${demoPassword} as\n${lines.join('\n')}\n`,
  )
}

/** The demo admin is invented, so nobody could confirm the address. */
async function nameAdmin({ db, clock }: Services): Promise<void> {
  await db
    .insertInto('admin_email')
    .values({ email: demoAdmin, named_ts: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const WIDTH = 30

/** A bar that redraws itself on a terminal; elsewhere one line per quarter. */
function progressBar(out: NodeJS.WriteStream): (share: number) => void {
  let shown = -1
  return (share) => {
    const steps = Math.floor(share * (out.isTTY ? WIDTH : 4))
    if (steps === shown) return
    shown = steps
    if (!out.isTTY) {
      out.write(`Building the demo town: ${steps * 25}%\n`)
      return
    }
    const bar = '█'.repeat(steps) + '░'.repeat(WIDTH - steps)
    out.write(`\rBuilding the demo town ${bar} ${Math.round(share * 100)}%${steps === WIDTH ? '\n' : ''}`)
  }
}
