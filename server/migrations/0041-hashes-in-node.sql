-- The server computes both hashes of an address (members/address-hash.ts); the database only stores and compares them.
-- Existing hashes stay valid: Node computes the same HMAC-SHA-256 under the same secrets.
alter table account add column ban_hash bytea;
comment on column account.email_hash is 'HMAC of the address under the secret people-i-know; compared with people_i_know';
comment on column account.ban_hash is 'HMAC of the address under the secret banned-emails; retained when a banned account is erased';
with pads as materialized (
  select hmac_pad(value, 54) as inner_pad, hmac_pad(value, 92) as outer_pad
  from site_secret where name = 'banned-emails')
update account set ban_hash = sha256(outer_pad || sha256(inner_pad || convert_to(lower(email), 'UTF8'))) from pads;

drop trigger account_hash on account;
-- A database that was seeded or restored with its triggers switched off may lack hashes.
with pads as materialized (
  select hmac_pad(value, 54) as inner_pad, hmac_pad(value, 92) as outer_pad
  from site_secret where name = 'people-i-know')
update account set email_hash = sha256(outer_pad || sha256(inner_pad || convert_to(lower(email), 'UTF8'))) from pads
where email_hash is null;
drop trigger account_returned on account;
alter table account alter column email_hash set not null, alter column ban_hash set not null;

create or replace function remember_erased_member() returns trigger language plpgsql as $$
declare
  kept_hash bytea;
  kept_ts bigint := extract(epoch from now())::bigint;
begin
  select a.ban_hash into kept_hash from account a where a.member_id = old.id;
  if kept_hash is null then
    return old;
  end if;
  insert into erased_member (member_id, email_hash, erased_ts, banned_ts)
  values (old.id, kept_hash, kept_ts, case when old.status = 4 then kept_ts end);
  insert into erased_photo (member_id, dhash) select old.id, p.dhash from photo p where p.member_id = old.id;
  if old.status = 4 then
    insert into banned_email (email_hash, ts) values (kept_hash, kept_ts) on conflict do nothing;
  end if;
  return old;
end $$;
create or replace function note_returned_address() returns trigger language plpgsql as $$
begin
  update erased_member set returned_id = new.member_id where email_hash = new.ban_hash;
  return null;
end $$;
create trigger account_returned after insert or update of email, ban_hash on account
  for each row execute function note_returned_address();

drop function keep_email_hash();
drop function known_address_hash(text);
drop function address_hash(text);
drop function banned_email_hash(text);
drop function hmac_pad(bytea, integer);
