-- Backups by the clock (docs/decisions/0055-operations.md): one row for each time one was due. It says what happened on this
-- installation, so it is in no backup itself.
create table backup_run (
  due_ts bigint primary key,
  started_ts bigint not null,
  ended_ts bigint,
  state text not null check (state in ('running', 'done', 'failed')),
  tries int not null default 1,
  folder text not null,
  stored_rows bigint,
  photos bigint,
  words text
);
comment on column backup_run.words is 'what went wrong, for whoever runs the site';
create index backup_run_done on backup_run (ended_ts) where state = 'done';
select watch_every_table();
