import { readdir, readFile } from 'node:fs/promises'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { hashAddress, hashBannedAddress, hashPeopleIKnow } from '../../members/address-hash'
import { findBan } from '../../members/credentials'
import { openPostgres } from '../adapters/database/postgres'
import type { Db } from '../ports/database'
import { withinTransaction } from './migrate'

const home = new URL('../../../migrations/', import.meta.url)

interface Schema {
  db: Db
  run: (text: string) => Promise<Record<string, unknown>[]>
  /** Applies the migrations from one number up to, but not including, another. */
  apply: (from: string, before?: string) => Promise<void>
}

async function onEmptyDatabase(work: (schema: Schema) => Promise<void>): Promise<void> {
  const fresh = await freshPostgresDatabase()
  const { db, close } = await openPostgres(fresh.url)
  const run = async (text: string) =>
    (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))).rows
  const apply = async (from: string, before = '9999') => {
    const names = (await readdir(home)).sort().filter((name) => name >= from && name < before)
    for (const name of names) await run(withinTransaction(await readFile(new URL(name, home), 'utf8')))
  }
  try {
    await work({ db, run, apply })
  } finally {
    await close()
    await fresh.drop()
  }
}

test('upgrades rows older than message limits, report reason keys and erased-member hashes', () =>
  onEmptyDatabase(async ({ db, run, apply }) => {
    await apply('0001', '0016')
    await run(`
      insert into member (url_hash, created_ts) select 'member00' || n, 1 from generate_series(1, 4) n;
      insert into account (member_id, email) select id, 'm' || id || '@rosella.test' from member;
      insert into relation (me, other, messages) values (1, 2, 250), (2, 1, 250), (1, 3, 4), (3, 1, 4);
      insert into message (sender_id, receiver_id, text, ts) select 1, 2, 'x', n from generate_series(1, 250) n;
      insert into message (sender_id, receiver_id, text, ts) values
        (1, 3, 'One', 1), (3, 1, 'Two', 2), (1, 3, 'Three', 3), (1, 3, 'Four', 4);
      insert into report (reporter_id, member_id, reason, severity, created_ts) values
        (1, 2, 'Under 18', 3, 1), (1, 2, 'Rude', 1, 1);
      insert into setting (key, value) values ('report_reasons', '["Rude", "Under 18"]'), ('photos_min', '2');
      update member set status = 4 where id = 4;
      delete from member where id = 4;`)
    await apply('0016')

    expect(await run('select me, other, unanswered from relation order by me, other')).toEqual([
      { me: 1, other: 2, unanswered: 100 },
      { me: 1, other: 3, unanswered: 2 },
      { me: 2, other: 1, unanswered: 0 },
      { me: 3, other: 1, unanswered: 0 },
    ])
    expect(await run('select reason, reason_key, severity from report order by id')).toEqual([
      { reason: 'Under 18', reason_key: 'under-18', severity: 3 },
      { reason: 'Rude', reason_key: null, severity: 1 },
    ])
    expect(await run('select key, value from setting order by key')).toEqual([
      { key: 'photos_min', value: 2 },
      {
        key: 'report_reasons',
        value: [
          { key: 'own-1', words: 'Rude' },
          { key: 'under-18', words: 'Under 18' },
        ],
      },
    ])
    // Banned and erased before the upgrade: the old hash is still valid.
    expect(await findBan(db, 'M4@rosella.test')).toEqual({ report_id: null })
    expect(await findBan(db, 'm3@rosella.test')).toBeUndefined()
  }))

test('saved searches keep their new results when the table of hits is dropped', () =>
  onEmptyDatabase(async ({ run, apply }) => {
    await apply('0001', '0038')
    await run(`
      insert into member (url_hash, created_ts) select 'member00' || n, 1 from generate_series(1, 4) n;
      insert into saved_search (member_id, name, filters, created_ts, mailed_ts) values
        (1, 'One', '{}', 1, 7), (2, 'Two', '{}', 1, 0);
      insert into saved_search_hit (search_id, member_id, began_ts, seen) values
        (1, 3, 50, true), (1, 4, 60, false), (1, 2, 70, false), (2, 3, 80, true);`)
    await apply('0038')

    expect(await run('select member_id, changed_ts from member_change order by 1')).toEqual([
      { member_id: 2, changed_ts: 70 },
      { member_id: 4, changed_ts: 60 },
    ])
    const [one, two] = await run('select name, opened_ts, notified_ts from saved_search order by id')
    expect(one).toEqual({ name: 'One', opened_ts: 59, notified_ts: 7 })
    expect(two).toMatchObject({ name: 'Two', notified_ts: 0 })
    expect((two as { opened_ts: number }).opened_ts).toBeGreaterThan(1_700_000_000)
    await run('delete from member where id = 4')
    expect(await run('select member_id from member_change')).toEqual([{ member_id: 2 }])
  }))

test('hashes computed by the database stay valid, and Node computes the same', () =>
  onEmptyDatabase(async ({ db, run, apply }) => {
    const addresses = ['Anna@Rosella.test', 'élan@rosella.test', 'STRASSE.İ@rosella.test']
    await apply('0001', '0041')
    await run(`
      insert into member (url_hash, created_ts) select 'member00' || n, 1 from generate_series(1, 3) n;
      insert into account (member_id, email)
        select n, a from unnest(array['${addresses.join("','")}']) with ordinality as a (a, n);
      insert into people_i_know (member_id, address_hash) select 1, known_address_hash(email) from account;`)
    const before = await run(`
      select email, email_hash, address_hash(email) as ban_hash, banned_email_hash(email) as oldest
      from account order by member_id`)
    const known = await run('select address_hash from people_i_know order by address_hash')
    await apply('0041')

    const after = await run('select email, email_hash, ban_hash from account order by member_id')
    expect(after).toEqual(before.map(({ oldest: _, ...row }) => row))
    for (const { email, email_hash, ban_hash, oldest } of before) {
      const address =
        String(email).toUpperCase() === 'ANNA@ROSELLA.TEST' ? 'aNNA@rosella.TEST' : String(email)
      expect(await hashAddress(db, address)).toEqual({ email_hash, ban_hash })
      expect(await hashBannedAddress(db, address)).toEqual([ban_hash, oldest])
    }
    expect(await run('select address_hash from people_i_know order by address_hash')).toEqual(known)
    const made = await hashPeopleIKnow(db, addresses)
    expect(made.sort(Buffer.compare)).toEqual(known.map(({ address_hash }) => address_hash))

    await run('update member set status = 4 where id = 1')
    await run('update account set email_confirmed = true')
    await run('delete from member where id = 1')
    expect(await findBan(db, 'anna@rosella.test')).toEqual({ report_id: null })
  }))

test('the upgrade finds the status before a suspension or ban in the audit log and in cases', () =>
  onEmptyDatabase(async ({ run, apply }) => {
    await apply('0001', '0045')
    await run(`
      insert into member (url_hash, created_ts, status) select 'member00' || n, 1, s
        from unnest(array[4, 3, 3, 2, 4]) with ordinality as t (s, n);
      insert into account (member_id, email, email_hash, ban_hash, status_report_id)
        select id, id || '@rosella.test', '', '', case id when 1 then 10 end from member;
      insert into audit (ts, admin_id, action, member_id, before, after) values
        (1, 9, 'member.change', 1, '{"status": 2}', '{"status": 3}'),
        (2, 9, 'report.decide', 1, '{"status": 5}', '{"status": 3}'),
        (3, 9, 'report.decide', 1, '{"status": 3}', '{"status": 4}'),
        (4, 9, 'member.change', 2, '{"status": 1}', '{"status": 3}'),
        (5, 9, 'member.change', 4, '{"status": 5}', '{"status": 3}');
      insert into report (id, reporter_id, member_id, reason, severity, created_ts, state, outcome, member_text, until_ts)
        overriding system value values (10, 9, 1, 'Rude', 1, 1, 'closed', 'banned', 'Current', null),
          (11, 9, 1, 'Rude', 1, 1, 'closed', 'suspended', 'Replaced', 99999999999),
          (12, 9, 1, 'Rude', 1, 1, 'closed', 'suspended', 'Ended', 5),
          (13, 9, 2, 'Rude', 1, 1, 'closed', 'suspended', 'Replaced directly', null),
          (14, 9, 5, 'Rude', 1, 1, 'closed', 'suspended', 'Milder', null)`)
    await apply('0045')
    const status = (
      status: number,
      reason: string | null = null,
      until: number | null = null,
      id?: number,
    ) => ({
      status,
      status_reason: reason,
      status_until_ts: until,
      status_report_id: id ?? null,
    })
    const stored = await run('select member_id, status_before from account order by member_id')
    expect(stored.map(({ status_before }) => status_before)).toEqual([
      [status(3, 'Replaced', 99_999_999_999, 11), status(5)],
      [status(1)],
      null,
      null,
      [status(3, 'Milder', null, 14)],
    ])
  }))

test('[D §8] replaces addresses in the audit log by their hash, and deletes them from dead jobs', () =>
  onEmptyDatabase(async ({ db, run, apply }) => {
    await apply('0001', '0044')
    await run(`
      insert into audit (ts, admin_id, action, member_id, after) values
        (1, 1, 'member.invite', 2, '{"email": "Numbat@rosella.test"}'), (1, 1, 'member.change', 2, '{"premium": true}');
      insert into job (kind, payload, run_ts, created_ts, died_ts) values
        ('banned-mail', '{"member_id": null, "address": "numbat@rosella.test"}', 1, 1, 2),
        ('banned-mail', '{"member_id": null, "address": "waiting@rosella.test"}', 1, 1, null)`)
    await apply('0044')

    const [hash] = await hashPeopleIKnow(db, ['numbat@rosella.test'])
    expect(await run('select after from audit order by id')).toEqual([
      { after: { email_hash: hash?.toString('hex') } },
      { after: { premium: true } },
    ])
    await expect(run("update audit set after = '{}'")).rejects.toThrow('append-only')
    expect(await run('select payload from job order by id')).toEqual([
      { payload: { member_id: null } },
      { payload: { member_id: null, address: 'waiting@rosella.test' } },
    ])
  }))
