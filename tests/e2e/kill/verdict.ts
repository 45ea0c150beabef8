import pg from 'pg'
import type { Chatter, Said } from './chatter'

interface Row {
  id: number
  sender_id: number
  receiver_id: number
  text: string
  client_id: string
}

export interface Verdict {
  acknowledged: number
  stored: number
  /** One sentence for each fault. */
  faults: string[]
}

/** Compares the acknowledgements with the database, which may also have other members. */
export async function judge(url: string, chatters: readonly Chatter[]): Promise<Verdict> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ids = chatters.map(({ me }) => me.id)
  const { rows } = await client.query(
    `select id::int, sender_id::int, receiver_id::int, text, client_id from message
     where sender_id = any($1) or receiver_id = any($1) order by id`,
    [ids],
  )
  const relations = await client.query(
    `select me::int, other::int, messages from relation where me = any($1)`,
    [ids],
  )
  await client.end()
  const stored = rows as Row[]
  const said = chatters.flatMap((chatter) => chatter.said)
  const faults = [
    ...foreign(stored, said),
    ...lostOrTwice(stored, said),
    ...outOfOrder(stored, said),
    ...chatters.flatMap((chatter) => wronglyReceived(stored, chatter)),
  ]
  for (const { me, other, messages } of relations.rows) {
    const counted = stored.filter((row) => isBetween(row, me, other)).length
    if (counted !== messages) faults.push(`${me} and ${other} have ${counted} messages, counted ${messages}`)
  }
  return { acknowledged: said.length, stored: stored.length, faults }
}

const isBetween = ({ sender_id, receiver_id }: Row, one: number, two: number): boolean =>
  (sender_id === one && receiver_id === two) || (sender_id === two && receiver_id === one)

function foreign(stored: readonly Row[], said: readonly Said[]): string[] {
  const known = new Set(said.map(({ client_id }) => client_id))
  return stored
    .filter(({ client_id }) => !known.has(client_id))
    .map(({ id }) => `${id} is stored but was never sent`)
}

function lostOrTwice(stored: readonly Row[], said: readonly Said[]): string[] {
  const copies = new Map<string, Row[]>()
  for (const row of stored) copies.set(row.client_id, [...(copies.get(row.client_id) ?? []), row])
  return said.flatMap((one) => {
    const rows = copies.get(one.client_id) ?? []
    const [row] = rows
    if (!row || rows.length > 1) return [`"${one.text}" is stored ${rows.length} times`]
    const same =
      row.id === one.id && row.sender_id === one.from && row.receiver_id === one.to && row.text === one.text
    return same ? [] : [`"${one.text}" was acknowledged as ${one.id} but is stored differently as ${row.id}`]
  })
}

/**
 * Within a pair, each sender's messages must be in the order they were sent, and a message that was acknowledged before
 * another was sent, by either side, must come before it.
 */
function outOfOrder(stored: readonly Row[], said: readonly Said[]): string[] {
  const byClientId = new Map(said.map((one) => [one.client_id, one]))
  const latest = new Map<string, number>()
  const faults: string[] = []
  for (const row of stored) {
    const one = byClientId.get(row.client_id)
    if (!one) continue
    const pair = [one.from, one.to].sort((a, b) => a - b).join(' ')
    const before = latest.get(pair) ?? 0
    if (one.acknowledgedAt < before) faults.push(`"${one.text}" comes after one that was sent later`)
    latest.set(pair, Math.max(before, one.sentAt))
  }
  for (const from of new Set(said.map((one) => one.from))) {
    const texts = said.filter((one) => one.from === from).map(({ text }) => text)
    const rows = stored.filter((row) => row.sender_id === from).map(({ text }) => text)
    if (texts.join('\n') !== rows.join('\n'))
      faults.push(`The messages of ${from} are stored in another order`)
  }
  return faults
}

/** Only stored messages are delivered, and none twice. */
function wronglyReceived(stored: readonly Row[], { me, received }: Chatter): string[] {
  const mine = new Map(stored.filter((row) => row.receiver_id === me.id).map((row) => [row.id, row.text]))
  const faults = received
    .filter(({ id, message }) => mine.get(id) !== message)
    .map(({ id }) => `${me.id} received ${id}, which is not stored like that`)
  if (new Set(received.map(({ id }) => id)).size < received.length)
    faults.push(`${me.id} received a message twice`)
  return faults
}
