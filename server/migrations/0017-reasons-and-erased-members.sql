-- A reason for a report is known by its key; its words are an admin's to change.
alter table report add column reason_key text;
comment on column report.reason_key is 'which reason it is; null for one that was never known by more than its words';

create temporary table standard_reason (key text, words text) on commit drop;
insert into standard_reason values
  ('fake', 'Fake profile or scam'), ('money', 'Asking for money'), ('harassment', 'Harassment or threats'),
  ('photos', 'Inappropriate photos'), ('messages', 'Inappropriate messages'), ('under-18', 'Under 18'),
  ('other', 'Something else');
update report r set reason_key = s.key from standard_reason s where s.words = r.reason;
update setting set value = (
  select jsonb_agg(jsonb_build_object('key', coalesce(s.key, 'own-' || place), 'words', reason.words) order by place)
  from jsonb_array_elements_text(value) with ordinality as reason(words, place)
    left join standard_reason s on s.words = reason.words)
where key = 'report_reasons';

-- HMAC-SHA-256 of an address under the site's secret (RFC 2104). In the database, because what a deletion keeps must
-- be kept whatever way the row goes.
create function address_hash(email text) returns bytea language plpgsql stable as $$
declare
  secret bytea;
  inner_key bytea := '';
  outer_key bytea := '';
begin
  select value || decode(repeat('00', 64 - length(value)), 'hex') into strict secret
  from site_secret where name = 'banned-emails';
  for place in 0..63 loop
    inner_key := inner_key || set_byte('\x00'::bytea, 0, get_byte(secret, place) # 54);
    outer_key := outer_key || set_byte('\x00'::bytea, 0, get_byte(secret, place) # 92);
  end loop;
  return sha256(outer_key || sha256(inner_key || convert_to(lower(email), 'UTF8')));
end $$;

-- What stays of an erased member, so that a ban decided later holds: for 180 days, and while a report about them is
-- open. Nothing here tells who it was to anyone who does not have the address or the picture already.
create table erased_member (
  member_id bigint primary key,
  email_hash bytea not null,
  erased_ts bigint not null,
  banned_ts bigint,
  returned_id bigint
);
comment on column erased_member.banned_ts is 'then it stays for good';
comment on column erased_member.returned_id is 'the account that has taken the address since';
create index erased_member_email on erased_member (email_hash);

create table erased_photo (
  member_id bigint not null references erased_member on delete cascade,
  dhash text not null
);
comment on column erased_photo.dhash is 'as photo.dhash: what the picture looked like, in 64 bits';
create index erased_photo_member on erased_photo (member_id);
create index erased_photo_dhash_1 on erased_photo (substr(dhash, 1, 4));
create index erased_photo_dhash_2 on erased_photo (substr(dhash, 5, 4));
create index erased_photo_dhash_3 on erased_photo (substr(dhash, 9, 4));
create index erased_photo_dhash_4 on erased_photo (substr(dhash, 13, 4));

drop trigger member_banned_email on member;
drop function remember_banned_email;
create function remember_erased_member() returns trigger language plpgsql as $$
declare
  kept_hash bytea;
  kept_ts bigint := extract(epoch from now())::bigint;
begin
  select address_hash(a.email) into kept_hash from account a where a.member_id = old.id;
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
create trigger member_erased before delete on member for each row execute function remember_erased_member();

create function note_returned_address() returns trigger language plpgsql as $$
begin
  update erased_member set returned_id = new.member_id where email_hash = address_hash(new.email);
  return null;
end $$;
create trigger account_returned after insert or update of email on account
  for each row execute function note_returned_address();
