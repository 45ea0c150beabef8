import type { Reader } from './transaction'

/** First names by id, empty where there is none. */
export async function readNames(db: Reader, one: number, other: number): Promise<[string, string]> {
  const rows = await db
    .selectFrom('member')
    .where('id', 'in', [one, other])
    .select(['id', 'username'])
    .execute()
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.username ?? ''
  return [nameOf(one), nameOf(other)]
}
