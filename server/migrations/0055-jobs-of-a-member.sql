-- no transaction
-- Each statement can be repeated; indexes are built while members read and write.

-- The jobs of one member and those about them are deleted with the member (server/src/features/account/close-account.ts).
-- The member comes first, because a deletion concerns every kind. Queues give both.
create index concurrently if not exists job_of_member on job ((payload ->> 'member_id'), kind);
create index concurrently if not exists job_from on job ((payload ->> 'from')) where payload ->> 'from' is not null;
drop index concurrently if exists job_member;
