-- no transaction
-- Each statement can be repeated; the index is built while members read and write.

-- Members take turns when jobs are taken.
create index concurrently if not exists job_member on job (kind, (payload ->> 'member_id'));

-- Security emails go only to confirmed addresses, so this kind of email has ended.
delete from job where kind = 'address-changed-mail';
