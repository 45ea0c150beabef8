-- Photos seen before (docs/decisions/0077-photos-seen-before.md). PDQ hashes replace the difference hash. The columns
-- dhash stay for the previous release, which needs a value; a later release drops them with their indexes.
alter table photo add column pdq bytea, add column hashed_ts bigint,
  alter column dhash set default '';
comment on column photo.pdq is
  'hashes of the picture, its mirror image and six centred crops, 32 bytes each; empty if it has too little detail, null until the job hash-photos has made them';
comment on column photo.hashed_ts is 'since when pdq is set; processes read new hashes in this order';
alter table verification_frame add column pdq bytea, alter column dhash set default '';
alter table erased_photo add column pdq bytea, alter column dhash set default '';
comment on column erased_photo.pdq is 'as photo.pdq; a ban for a scam copies it to known_photo';

-- The bank of known photos: hashes without pictures.
create table known_photo (
  id bigint generated always as identity primary key,
  pdq bytea not null check (length(pdq) = 32),
  reason text not null,
  ts bigint not null,
  source text not null default '',
  report_id bigint,
  member_id bigint,
  added_ts bigint not null,
  unique nulls not distinct (source, report_id, pdq),
  check ((source = '') = (report_id is not null and member_id is not null))
);
comment on column known_photo.ts is 'when the account was banned';
comment on column known_photo.source is 'the bank it was imported from; empty for bans on this site';
comment on column known_photo.report_id is 'the case that decided the ban, about member_id';
create index known_photo_report on known_photo (report_id) where report_id is not null;
create index known_photo_member on known_photo (member_id) where member_id is not null;
create index known_photo_ts on known_photo (ts);
create index known_photo_added on known_photo (added_ts, id);

-- Which sources a moderator was shown for a photo, and whether the photo was then rejected.
create table seen_photo (
  name text not null,
  source text not null,
  upheld boolean,
  ts bigint not null,
  primary key (name, source)
);
comment on column seen_photo.upheld is 'null until the photo is decided; the row outlives the photo, so that it still counts';
create index seen_photo_source on seen_photo (source, upheld);
create index seen_photo_ts on seen_photo (ts);

create or replace function keep_erased_traces(gone member) returns void language plpgsql as $$
declare
  kept_ts bigint := extract(epoch from now())::bigint;
begin
  insert into erased_member (member_id, email_hash, erased_ts, banned_ts, report_id)
  select gone.id, case when a.email_confirmed then a.ban_hash end, kept_ts,
    case when gone.status = 4 then kept_ts end, case when gone.status = 4 then a.status_report_id end
  from account a where a.member_id = gone.id;
  insert into erased_photo (member_id, dhash, pdq)
  select gone.id, p.dhash, p.pdq from photo p
  where p.member_id = gone.id and exists (select from account a where a.member_id = gone.id);
end $$;

select watch_every_table();
