-- no transaction
-- Each statement can be repeated; the indexes are built while members read and write.
create index concurrently if not exists photo_without_pdq on photo (seq) where pdq is null;
create index concurrently if not exists photo_hashed on photo (hashed_ts, seq) where hashed_ts is not null;
create unique index concurrently if not exists photo_seq on photo (seq);
