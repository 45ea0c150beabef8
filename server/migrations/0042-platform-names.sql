-- One word per concept: the backup's photo lock (was photo_hold), impersonation (was acting), delete (was purge).
alter table photo_hold rename to photo_lock;

alter table acting_change rename to impersonation_change;
comment on table impersonation_change is 'rows written by a transaction in which an admin impersonates a member';
create function note_impersonation_change() returns trigger language plpgsql as $$
begin
  -- Many writes store the value that was already there.
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  insert into impersonation_change (source, before, after)
  values (tg_table_name, case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end);
  return null;
end $$;
create or replace function watch_every_table() returns void language plpgsql as $$
declare
  found record;
begin
  for found in
    select c.oid::regclass as name, t.oid is not null as has_old from pg_class c
      left join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'acting_noted'
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and c.relname not in ('audit', 'impersonation_change', 'schema_migration')
      and not exists (select from pg_trigger n where n.tgrelid = c.oid and n.tgname = 'impersonation_noted')
  loop
    if found.has_old then
      execute format('drop trigger acting_noted on %s', found.name);
    end if;
    execute format('create trigger impersonation_noted after insert or update or delete on %s for each row '
      'when (current_setting(''rosella.impersonation'', true) = ''on'') execute function note_impersonation_change()',
      found.name);
  end loop;
end $$;
select watch_every_table();
drop function note_acting_change();

update job set kind = 'delete-dead-jobs', dedupe_key = 'periodic delete-dead-jobs'
where periodic and kind = 'purge-dead-jobs';
update job set kind = 'delete-notices', dedupe_key = 'periodic delete-notices'
where periodic and kind = 'purge-notices';
