-- The ban of an erased member is stored with the erasure, so that lifting it frees the address again. It applies only to
-- an address that the account had confirmed, and to no account that uses the address since.
alter table erased_member alter column email_hash drop not null, add column report_id bigint;
comment on column erased_member.email_hash is 'of the address, if the account had confirmed it';
comment on column erased_member.banned_ts is 'since when the erased account is banned; it stays until the ban is lifted';
comment on column erased_member.report_id is 'the case that decided the ban; null for a direct decision';
update erased_member e set report_id = (
  select max(r.id) from report r where r.member_id = e.member_id and r.outcome = 'banned' and r.lifted_ts is null)
where banned_ts is not null;
delete from banned_email b using erased_member e where e.email_hash = b.email_hash and e.banned_ts is not null;
comment on table banned_email is 'of accounts that were erased before erased_member existed';

drop trigger account_returned on account;
drop function note_returned_address();
alter table erased_member drop column returned_id;

create or replace function remember_erased_member() returns trigger language plpgsql as $$
declare
  kept_ts bigint := extract(epoch from now())::bigint;
begin
  insert into erased_member (member_id, email_hash, erased_ts, banned_ts, report_id)
  select old.id, case when a.email_confirmed then a.ban_hash end, kept_ts,
    case when old.status = 4 then kept_ts end, case when old.status = 4 then a.status_report_id end
  from account a where a.member_id = old.id;
  insert into erased_photo (member_id, dhash)
  select old.id, p.dhash from photo p where p.member_id = old.id and exists (select from account a where a.member_id = old.id);
  return old;
end $$;
