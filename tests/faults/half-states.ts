import pg from 'pg'
import { judge } from '../e2e/kill/verdict'
import type { Callers } from './callers'
import type { FaultySite } from './site'

/** Finds inconsistencies in mirrored rows, counters, photos and acknowledged calls; one sentence each. */
export async function halfStates({ postgres, bucket }: FaultySite, callers: Callers): Promise<string[]> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const ask = async (text: string) => (await client.query(text)).rows
  const mirrors = await ask(`
    select a.me, a.other from relation a full join relation b on b.me = a.other and b.other = a.me
    where a.sent_like_ts is distinct from b.received_like_ts or a.sent_roses is distinct from b.received_roses
      or a.messages is distinct from b.messages or a.blocked_me is distinct from (b.blocked_ts is not null)
      or a.closed_to_me is distinct from (b.not_interested_ts is not null) or a.ended is distinct from b.ended`)
  const counts = await ask(`
    select id from member m where photos <> (select count(*) from photo p
      where p.member_id = m.id and p.approved is distinct from false)`)
  const photos = await ask('select name from photo')
  const favourites = await ask(`
    select from relation where me = ${callers.people[0].id} and other = ${callers.people[1].id} and favorited_ts is not null`)
  await client.end()
  const files = new Set(Object.keys(await bucket.everyPhoto()))
  const bare = photos.filter(({ name }) =>
    ['tmb', 'lg'].some((size) => !files.has(`/private/${size}/${name}.jpg`)),
  )
  const rows = new Set(photos.map(({ name }) => name))
  const { faults } = await judge(postgres.url, callers.chatters)
  return [
    // Earlier tests left messages of other members.
    ...faults.filter((fault) => !fault.includes('was never sent')),
    ...mirrors.map(({ me, other }) => `the two sides of ${me} and ${other} differ`),
    ...counts.map(({ id }) => `the photos of ${id} are miscounted`),
    ...bare.map(({ name }) => `the photo ${name} has no files`),
    ...[...callers.uploaded].filter((name) => !rows.has(name)).map((name) => `the photo ${name} is lost`),
    ...(favourites.length > 0 === callers.favourite ? [] : ['the favourite is not as acknowledged']),
  ]
}
