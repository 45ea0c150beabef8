-- The transparency report counts suspensions, bans and restored accounts in the audit log, whose values are deleted after
-- two years. From then on the change is kept here, without the member, so that old reports stay the same.
create table status_change (
  ts bigint not null,
  was smallint,
  status smallint
);
comment on table status_change is 'changes of a status by staff, from audit entries whose values have been deleted';
create index status_change_ts on status_change (ts);
select watch_every_table();

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.member_id is not null and new.before is null and new.after is null
    and (new.id, new.ts, new.admin_id, new.action, new.member_id) = (old.id, old.ts, old.admin_id, old.action, old.member_id)
    and old.ts <= extract(epoch from now())::bigint - 730 * 86400 then
    if old.action in ('member.change', 'report.decide', 'appeal.decide')
      and old.before ->> 'status' is distinct from old.after ->> 'status' then
      insert into status_change (ts, was, status)
      values (old.ts, (old.before ->> 'status')::smallint, (old.after ->> 'status')::smallint);
    end if;
    return new;
  end if;
  raise exception 'audit is append-only';
end $$;
