-- no transaction
-- What is kept no longer than it should be (docs/operations/retention.md). Each statement stands alone and may be
-- repeated; the indexes are built while members read and write.

alter table account add column if not exists dormant_told_ts bigint;
comment on column account.dormant_told_ts is 'when the member was mailed that the account goes unless they come back';

create index concurrently if not exists member_unfinished on member (created_ts) where status = 1;
create index concurrently if not exists photo_rejected on photo (approved_ts) where approved = false;
create index concurrently if not exists audit_values on audit (ts)
  where member_id is not null and (before is not null or after is not null);

-- The audit log stays append-only but for one change: after two years an entry about a member loses its values, and
-- still says who did what to whom, and when.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.member_id is not null and new.before is null and new.after is null
    and (new.id, new.ts, new.admin_id, new.action, new.member_id) = (old.id, old.ts, old.admin_id, old.action, old.member_id)
    and old.ts <= extract(epoch from now())::bigint - 730 * 86400 then
    return new;
  end if;
  raise exception 'audit is append-only';
end $$;
create or replace trigger audit_append_only before update or delete on audit
  for each row execute function refuse_audit_change();
