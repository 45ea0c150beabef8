-- One table for all work that is done later or by the clock (docs/decisions/0036-one-job-module.md).
alter table job
  add column created_ts bigint,
  add column died_ts bigint,
  add column lease_id uuid,
  add column lease_until_ts bigint,
  add column periodic boolean not null default false;
comment on column job.died_ts is 'given up after its last try; kept for an admin to look at and try again';
comment on column job.lease_until_ts is 'whoever has it is alive until then, by the clock of the database';
comment on column job.periodic is 'comes due again and again, and is never deleted';

update job set kind = 'case-mail' where kind = 'case-letter';
update job set kind = 'summary-mail' where kind = 'summary';
-- Which week is planned stood in a row of its own; now in that of the job that plans.
insert into job (kind, dedupe_key, payload, run_ts, periodic)
select 'weekly-summaries', 'periodic weekly-summaries', jsonb_build_object('mark', max(run_ts)), max(run_ts), true
from job where kind = 'summaries-planned' having count(*) > 0;
delete from job where kind = 'summaries-planned';
-- Mails about cases that had their ten tries lay there unseen.
update job set died_ts = run_ts, last_error = 'It was tried 10 times.' where kind = 'case-mail' and tries >= 10;
update job set created_ts = run_ts;
alter table job alter column created_ts set not null;

drop index job_due;
create index job_due on job (kind, run_ts, id) where died_ts is null;
create index job_dead on job (died_ts) where died_ts is not null;
