-- Fifty thousand weekly letters fall due at one moment: the next one is found by its place, not by sorting all of them.
drop index job_due;
create index job_due on job (kind, run_ts, id);
