-- Verified photos (docs/decisions/0047-verified-photos.md). The badge itself is member.verified_ts.

-- Which poses a member was asked for; the next start takes its place, and whoever uses it takes it away.
create table verification_challenge (
  member_id bigint primary key references member on delete cascade,
  secret_hash bytea not null,
  poses text[] not null,
  until_ts bigint not null
);

create table verification (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'expired')),
  poses text[] not null,
  photos text[] not null,
  created_ts bigint not null,
  first_by bigint,
  first_reason text,
  first_ts bigint,
  decided_ts bigint,
  decided_by bigint,
  reason text
);
comment on column verification.photos is 'names of the photos that were approved when the frames were sent: only these are compared';
comment on column verification.first_by is 'the moderator who would refuse it, while a second one is asked';
create index verification_member on verification (member_id, id);
create unique index verification_once on verification (member_id) where state = 'waiting';
create index verification_queue on verification (created_ts, id) where state = 'waiting';

-- Only while somebody has to look at them. No backup has these rows, nor their files.
create table verification_frame (
  name text primary key,
  verification_id bigint not null references verification on delete cascade,
  place smallint not null,
  sha256 bytea not null,
  dhash text not null
);
create index verification_frame_of on verification_frame (verification_id, place);

create table used_frame (
  sha256 bytea primary key,
  ts bigint not null
);
comment on table used_frame is 'hashes of all frames that were ever sent, so that none is sent twice; whose they were is not kept';

-- The photos that a moderator has seen beside the camera's.
create table compared_photo (
  member_id bigint not null references member on delete cascade,
  name text not null,
  primary key (member_id, name)
);

-- Whatever changes the main photo, the badge ends when a moderator has not compared it.
create function end_badge() returns trigger language plpgsql as $$
begin
  if not exists (select from compared_photo c where c.member_id = new.id and c.name = new.photo) then
    new.verified_ts := null;
  end if;
  return new;
end $$;
create trigger member_badge before update of photo on member for each row
  when (new.verified_ts is not null and new.photo is distinct from old.photo) execute function end_badge();
create index member_verified on member (verified_ts) where verified_ts is not null;

alter table relation
  add column verify_asked_ts bigint,
  add column verify_asked_me_ts bigint,
  add column verify_told boolean not null default false;
comment on column relation.verify_asked_ts is 'when me asked other to verify their photos';
comment on column relation.verify_told is 'whether me has been shown that other asked';
create index relation_verify_asked on relation (me, verify_asked_me_ts) where verify_asked_me_ts is not null;

select watch_every_table();
