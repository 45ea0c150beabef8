import { sql } from 'kysely'
import { hasAddress } from '../../members/address-hash'
import { BadAddress, Failure } from '../../platform/failure'
import type { Services } from '../../platform/services'

type Deps = Pick<Services, 'db' | 'clock' | 'log'>

/** From now on the member gets only emails that they ask for, and is asked to confirm the address again. */
async function markUndeliverable({ db, clock, log }: Deps, address: string): Promise<void> {
  const { rows } = await sql<{ member_id: number }>`
    update account as a set undeliverable_ts = ${clock.now()}
    where ${await hasAddress(db, address)} and undeliverable_ts is null returning member_id`.execute(db)
  for (const { member_id } of rows) log.info({ member_id }, 'address marked as undeliverable')
}

async function isUndeliverable({ db }: Deps, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from account as a where ${await hasAddress(db, address)} and undeliverable_ts is not null`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * The services with a mailer that marks addresses as undeliverable, and leaves out emails that members can unsubscribe from
 * where the address is marked. Many undeliverable emails make providers distrust the sender.
 */
export function heedBadAddresses<S extends Services>(services: S): S {
  const { mailer } = services
  return {
    ...services,
    mailer: {
      ...mailer,
      async send(mail) {
        if (mail.unsubscribe && (await isUndeliverable(services, mail.to.address)))
          throw new Failure('An earlier email to this address came back.', { permanent: true })
        await mailer.send(mail).catch(async (error) => {
          if (error instanceof BadAddress) await markUndeliverable(services, mail.to.address)
          throw error
        })
      },
    },
  }
}

export const collectBounces =
  (deps: Deps & Pick<Services, 'mailer'>) =>
  (signal?: AbortSignal): Promise<void> =>
    deps.mailer.collectBounces((address) => markUndeliverable(deps, address), signal)
