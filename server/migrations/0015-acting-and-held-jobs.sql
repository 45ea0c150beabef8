-- While an admin acts as a member, every row that a transaction writes is noted here by the database itself, so that no
-- call can forget to tell; the transaction ends by turning the notes into one entry of the audit log. Outside such
-- a transaction the table is empty.
create table acting_change (
  id bigint generated always as identity primary key,
  source text not null,
  before jsonb,
  after jsonb
);
comment on table acting_change is 'rows written by a transaction in which an admin acts as a member';

create function note_acting_change() returns trigger language plpgsql as $$
begin
  -- Many writes put back what was there.
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  insert into acting_change (source, before, after)
  values (tg_table_name, case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end);
  return null;
end $$;

-- A migration that makes a table ends with `select watch_every_table()`; a test looks for tables without the trigger.
create function watch_every_table() returns void language plpgsql as $$
declare
  found record;
begin
  for found in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and c.relname not in ('audit', 'acting_change', 'schema_migration')
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'acting_noted')
  loop
    execute format('create trigger acting_noted after insert or update or delete on %s for each row '
      'when (current_setting(''rosella.acting'', true) = ''on'') execute function note_acting_change()', found.name);
  end loop;
end $$;
select watch_every_table();

-- What a fault of the configuration stands in the way of: it waits until that is mended, however often it was tried.
alter table job add column held_by text check (held_by in ('mail', 'photos'));
comment on column job.held_by is 'the part of the site whose configuration has to be mended first';
create index job_held on job (held_by) where held_by is not null;
