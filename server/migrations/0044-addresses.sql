-- no transaction
-- Each statement can be repeated; indexes are built while members read and write.

-- Members take turns when jobs are taken.
create index concurrently if not exists job_member on job (kind, (payload ->> 'member_id'));
-- An account is found by any spelling of its address, because the hash is that of the domain in ASCII.
create index concurrently if not exists account_email_hash on account (email_hash);
create index concurrently if not exists account_international on account (member_id)
  where octet_length(email) <> char_length(email);

-- Security emails go only to confirmed addresses, so this kind of email has ended.
delete from job where kind = 'address-changed-mail';

-- Dead jobs and the audit log outlive a member, so they keep no addresses.
update job set payload = payload - 'address' where died_ts is not null and payload ? 'address';
-- HMAC-SHA-256 (RFC 2104), as in server/src/members/address-hash.ts.
do $$
declare
  secret bytea;
  inner_pad bytea;
  outer_pad bytea;
begin
  select value || decode(repeat('00', 64 - length(value)), 'hex') into strict secret
  from site_secret where name = 'people-i-know';
  inner_pad := secret;
  outer_pad := secret;
  for place in 0..63 loop
    inner_pad := set_byte(inner_pad, place, get_byte(secret, place) # 54);
    outer_pad := set_byte(outer_pad, place, get_byte(secret, place) # 92);
  end loop;
  alter table audit disable trigger audit_append_only;
  update audit set after = jsonb_build_object('email_hash', encode(
    sha256(outer_pad || sha256(inner_pad || convert_to(lower(after ->> 'email'), 'UTF8'))), 'hex'))
  where action = 'member.invite' and after ? 'email';
  alter table audit enable trigger audit_append_only;
end $$;
