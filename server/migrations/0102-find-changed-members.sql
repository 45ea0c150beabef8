-- no transaction
-- After a gap in the events, each process reads the members again who changed meanwhile (server/src/search-index).
create index concurrently if not exists member_change_ts on member_change (changed_ts);
