-- Photo files without a row wait a week before they are deleted (server/src/features/photos/delete-old-files.ts).
create table orphan_photo (
  name text primary key,
  since_ts bigint not null,
  seen_ts bigint not null,
  confirmed boolean not null default false
);
comment on column orphan_photo.seen_ts is 'the latest run that found no row for it';
comment on column orphan_photo.confirmed is 'an admin agreed to its deletion';
create index orphan_photo_since on orphan_photo (since_ts);

-- Why the cleanup deletes nothing until an admin decides; empty while there is no reason.
create table photo_cleanup (
  id boolean primary key default true check (id),
  state text not null check (state in ('foreign', 'waiting')),
  photos integer not null,
  orphans integer not null,
  ts bigint not null
);

-- The photo store has the hash of this secret, which ties it to the database.
insert into site_secret (name, value)
values ('photo-store', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))
on conflict do nothing;

-- Members and credentials that a restored backup must not bring back. A job moves the rows to the photo store, which
-- outlives the database (server/src/members/revocation-log.ts). It has only hashes of random values.
create table revocation (
  id bigint generated always as identity primary key,
  kind text not null,
  hash text not null
);

-- The arguments: the kind, and the column of the old row that identifies what is revoked.
create function note_revocation() returns trigger language plpgsql set bytea_output = 'hex' as $$
begin
  insert into revocation (kind, hash)
  values (tg_argv[0], encode(sha256(convert_to(to_jsonb(old) ->> tg_argv[1], 'UTF8')), 'hex'));
  return null;
end $$;
create trigger member_revoked after delete on member
  for each row execute function note_revocation('member', 'url_hash');
create trigger session_revoked after delete on session
  for each row when (old.expires_ts > extract(epoch from now())::bigint)
  execute function note_revocation('session', 'token_hash');
create trigger passkey_revoked after update of ended_ts on passkey
  for each row when (old.ended_ts is null and new.ended_ts is not null)
  execute function note_revocation('passkey', 'credential_id');
create trigger recovery_code_revoked after update of used_ts, ended_ts on recovery_code
  for each row when (num_nonnulls(old.used_ts, old.ended_ts) = 0 and num_nonnulls(new.used_ts, new.ended_ts) > 0)
  execute function note_revocation('recovery-code', 'code_hash');
create trigger password_revoked after update of password_hash on account
  for each row when (old.password_hash is not null and old.password_hash is distinct from new.password_hash)
  execute function note_revocation('password', 'password_hash');
create trigger role_revoked after update of role on account
  for each row when (old.role is not null and old.role is distinct from new.role)
  execute function note_revocation('role', 'member_id');

select watch_every_table();
