import { hashSecret } from '@rosella/server/platform/secret'
import pg from 'pg'

/** A member with a session, with only what a chat needs. */
export interface ChatMember {
  id: number
  email: string
  token: string
}

/** Inserts members directly, because signing up hundreds would take longer than the test itself. */
export async function addChatMembers(url: string, count: number): Promise<ChatMember[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const now = Math.floor(Date.now() / 1000)
    const { rows } = await client.query(
      `insert into member (url_hash, username, gender, interested, birthday, country, city, latitude, longitude,
         status, created_ts, profile_completed_ts)
       select 'c' || lpad((n + (select count(*) from member))::text, 8, '0'), 'Chatter', case when n % 2 = 0 then 'f' else 'm' end, 'b',
         '1990-01-01', 'AU', 'Hobart, TAS', -42.88, 147.33, 2, $2, $2
       from generate_series(1, $1::int) n returning id`,
      [count, now],
    )
    const members = rows.map(
      ({ id }): ChatMember => ({
        id: Number(id),
        email: `chatter-${id}@rosella.test`,
        token: `token-of-chatter-${id}`,
      }),
    )
    const ids = members.map(({ id }) => id)
    await client.query(
      `insert into account (member_id, email, email_confirmed, password_hash, email_hash, ban_hash)
       select id, email, true, '', sha256(email::bytea), sha256(email::bytea) from unnest($1::bigint[], $2::text[]) one(id, email)`,
      [ids, members.map(({ email }) => email)],
    )
    await client.query(
      `insert into profile (member_id, gender_birth, relationship_goals)
       select id, 'f', 's' from unnest($1::bigint[]) id`,
      [ids],
    )
    await client.query(
      `insert into session (member_id, token_hash, created_ts, last_used_ts, expires_ts)
       select id, hash, $3::bigint, $3::bigint, $3::bigint + 86400
       from unnest($1::bigint[], $2::bytea[]) one(id, hash)`,
      [ids, members.map(({ token }) => hashSecret(token)), now],
    )
    return members
  } finally {
    await client.end()
  }
}
