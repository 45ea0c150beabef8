-- The weekly rehearsal restores the newest backup beside the site and compares every row.
alter table backup_run
  add column rehearsed_ts bigint,
  add column rehearsal_seconds int,
  add column rehearsal_words text;
comment on column backup_run.rehearsed_ts is 'when its restore was last rehearsed';
comment on column backup_run.rehearsal_words is 'why the rehearsal failed; null if every row was identical';
