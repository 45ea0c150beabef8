-- What a report seals. The words are kept to the byte, so that anyone can check them with sha256 alone, and each
-- snapshot follows exactly one other: a chain that nothing can be taken out of, or put into, unnoticed.
alter table report_snapshot alter column content type text;
alter table report_snapshot add constraint report_snapshot_follows unique (previous_hash);

-- The end of the chain; its row makes those who report at the same moment queue up.
create table report_chain (
  one boolean primary key default true check (one),
  head bytea not null
);
insert into report_chain (head) values (decode(repeat('00', 32), 'hex'));

-- Copies of photos that a report names, in files of their own that no deletion of photo or account reaches.
create table evidence_photo (
  original text primary key,
  name text not null unique check (length(name) >= 22),
  sha256 bytea not null,
  created_ts bigint not null
);
comment on column evidence_photo.original is 'the photo''s own name; the photo may be long gone';
comment on column evidence_photo.name is 'of the copy in the photo store, always private';
comment on column evidence_photo.sha256 is 'of the large file';
