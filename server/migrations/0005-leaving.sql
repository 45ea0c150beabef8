-- A banned member's address outlives the account as a salted hash, whatever way the row goes.
insert into site_secret (name, value) values
  ('banned-emails', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

create function banned_email_hash(email text) returns bytea language sql stable as $$
  select sha256(value || convert_to(lower(email), 'UTF8')) from site_secret where name = 'banned-emails'
$$;

create function remember_banned_email() returns trigger language plpgsql as $$
begin
  insert into banned_email (email_hash, ts)
  select banned_email_hash(a.email), extract(epoch from now())::bigint
  from account a where a.member_id = old.id
  on conflict do nothing;
  return old;
end $$;
create trigger member_banned_email before delete on member
  for each row when (old.status = 4) execute function remember_banned_email();

-- Erasing a member looks for them in every column that names one.
create index message_receiver on message (receiver_id);
create index session_admin on session (admin_id) where admin_id is not null;
create index photo_moderator on photo (moderator_id) where moderator_id is not null;
create index photo_claimed on photo (claimed_by) where claimed_by is not null;
