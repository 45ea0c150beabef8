-- no transaction
-- Each statement can be repeated; indexes are built while members report and staff decide.

-- The filters of closed cases. Open ones are few and share report_queue.
create index concurrently if not exists report_closed_reason on report (reason_key, closed_ts desc) where state = 'closed';
create index concurrently if not exists report_closed_outcome on report (outcome, closed_ts desc) where state = 'closed';
create index concurrently if not exists report_closed_severity on report (severity desc, closed_ts desc) where state = 'closed';
create index concurrently if not exists report_closed_by on report (assignee_id, closed_ts desc) where state = 'closed';
create index concurrently if not exists report_closed_shield on report (closed_ts desc)
  where state = 'closed' and reporter_id is null;
-- The workload of the last days.
create index concurrently if not exists photo_created on photo (created_ts);
create index concurrently if not exists photo_decided_ts on photo (approved_ts) include (created_ts, moderator_id)
  where approved_ts is not null;
create index concurrently if not exists verification_created on verification (created_ts);
create index concurrently if not exists verification_decided on verification (decided_ts) where decided_ts is not null;
create index concurrently if not exists appeal_decided on appeal (decided_ts) where decided_ts is not null;
