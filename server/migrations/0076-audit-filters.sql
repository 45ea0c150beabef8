-- no transaction
-- Filters of the audit log, and suspending several members together. Each statement can be repeated; indexes are built
-- while members read and write.

create index concurrently if not exists audit_ts on audit (ts, id);
create index concurrently if not exists audit_admin on audit (admin_id, ts);
-- Entries of bulk suspensions carry the batch that is undone together.
create index concurrently if not exists audit_batch on audit ((after ->> 'batch'), member_id)
  where after ->> 'batch' is not null;
-- Addresses by their end: '*@mail.example'.
create index concurrently if not exists account_by_email_end on account (reverse(lower(email)) text_pattern_ops);
