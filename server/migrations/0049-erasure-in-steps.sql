-- An erasure removes the account first and the rows shared with others in steps, so it keeps the traces by itself
-- (server/src/features/account/close-account.ts). Without an account the trigger has nothing left to keep.
create function keep_erased_traces(gone member) returns void language plpgsql as $$
declare
  kept_ts bigint := extract(epoch from now())::bigint;
begin
  insert into erased_member (member_id, email_hash, erased_ts, banned_ts, report_id)
  select gone.id, case when a.email_confirmed then a.ban_hash end, kept_ts,
    case when gone.status = 4 then kept_ts end, case when gone.status = 4 then a.status_report_id end
  from account a where a.member_id = gone.id;
  insert into erased_photo (member_id, dhash)
  select gone.id, p.dhash from photo p
  where p.member_id = gone.id and exists (select from account a where a.member_id = gone.id);
end $$;
create or replace function remember_erased_member() returns trigger language plpgsql as $$
begin
  perform keep_erased_traces(old);
  return old;
end $$;
