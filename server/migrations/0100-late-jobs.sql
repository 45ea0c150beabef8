-- So that alerts see jobs that are retried or paused again and again, and scheduled jobs that always fail.
alter table job add column failing_since_ts bigint, add column succeeded_ts bigint;
comment on column job.failing_since_ts is 'when it was due before its first failed attempt';
comment on column job.succeeded_ts is 'when a scheduled job last succeeded';
update job set succeeded_ts = extract(epoch from now())::bigint where periodic;
