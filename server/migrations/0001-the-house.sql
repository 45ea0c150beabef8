-- The whole product. Plain SQL that runs alike on PGlite and PostgreSQL 15.
-- Every *_ts is Unix time in whole seconds, as on the wire.

-- A member is narrow on purpose: what a card shows, what decides who sees whom, and nothing else.
create table member (
  id bigint generated always as identity primary key,
  url_hash text not null unique check (url_hash ~ '^[a-z0-9]{9}$' and url_hash <> 'favorites'),
  username text,
  gender text check (gender in ('f', 'm')),
  interested text check (interested in ('m', 'w', 'b')),
  birthday date,
  country text check (country ~ '^[A-Z]{2}$'),
  city text,
  latitude double precision,
  longitude double precision,
  status smallint not null default 1 check (status between 1 and 5),
  premium boolean not null default false,
  premium_until_ts bigint,
  photo text,
  photos integer not null default 0 check (photos >= 0),
  approved_photos integer not null default 0 check (approved_photos >= 0 and approved_photos <= photos),
  ndp smallint not null default 0,
  created_ts bigint not null,
  profile_completed_ts bigint
);
comment on column member.photos is 'uploaded and not rejected';
comment on column member.ndp is 'active discussion prompts with an answer';
create index member_newest on member (gender, interested, created_ts desc, id desc)
  include (approved_photos) where status = 2;

-- The other half of a member: how they get in, and what only they and the moderators see.
create table account (
  member_id bigint primary key references member on delete cascade,
  email text not null check (length(email) <= 254),
  email_confirmed boolean not null default false,
  password_hash text,
  status_reason text,
  status_until_ts bigint,
  deactivated_ts bigint,
  summaries boolean not null default true,
  stealth_mode boolean not null default false,
  read_receipts boolean not null default false,
  seen_views_ts bigint not null default 0,
  seen_likes_ts bigint not null default 0,
  seen_roses_ts bigint not null default 0,
  notes text not null default ''
);
create unique index account_email on account (lower(email));
create index account_status_until on account (status_until_ts) where status_until_ts is not null;

-- What a profile says. Wide, read one at a time.
create table profile (
  member_id bigint primary key references member on delete cascade,
  gender_birth text check (gender_birth in ('f', 'm')),
  relationship_goals text check (relationship_goals in ('s', 'c', 'e')),
  tagline text not null default '' check (length(tagline) <= 200),
  about_offer text not null default '' check (length(about_offer) <= 600),
  wants text not null default '' check (length(wants) <= 600),
  interests text not null default '' check (length(interests) <= 600),
  occupation text not null default '' check (length(occupation) <= 70),
  ethnicity text not null default '' check (length(ethnicity) <= 70),
  languages text not null default '' check (length(languages) <= 70),
  country_of_birth text check (country_of_birth ~ '^[A-Z]{2}$'),
  height smallint check (height between 50 and 300),
  tatoos text check (tatoos in ('-', '~', '+')),
  smoking text check (smoking in ('-', '~', '+')),
  marriage text check (marriage in ('-', '~', '+')),
  kids text check (kids in ('-', '+')),
  income text check (income in ('l', 'a', 'h')),
  education text check (education in ('1', '2', '3')),
  relocation text check (relocation in ('-', '~', '+', '~+'))
);

-- When a member last did something. Written constantly, in batches, so it stands alone with room to move.
create table activity (
  member_id bigint primary key references member on delete cascade,
  last_active_ts bigint not null
) with (fillfactor = 50);
create index activity_recent on activity (last_active_ts desc, member_id desc) with (fillfactor = 50);

create table session (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  token_hash bytea not null unique,
  admin_id bigint references member on delete cascade,
  device text not null default '',
  created_ts bigint not null,
  last_used_ts bigint not null,
  expires_ts bigint not null
);
comment on column session.admin_id is 'the admin who acts as this member; null for the member''s own';
create index session_member on session (member_id);
create index session_expires on session (expires_ts);

-- Mailed ways in. A link is 64 hex characters, a code six digits; only hashes are kept.
create table access_key (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  kind text not null check (kind in ('link', 'code', 'password', 'verify', 'unsubscribe')),
  secret_hash bytea not null,
  email text not null,
  created_ts bigint not null,
  expires_ts bigint not null,
  tries_left smallint not null default 5,
  used_ts bigint
);
create index access_key_member on access_key (member_id, kind);
create index access_key_secret on access_key (secret_hash);

create table photo (
  name text primary key check (length(name) >= 22),
  member_id bigint not null references member on delete cascade,
  approved boolean,
  width integer not null,
  height integer not null,
  dhash text not null,
  thumbhash text not null,
  created_ts bigint not null,
  approved_ts bigint,
  moderator_id bigint references member on delete set null,
  reject_reason text,
  claimed_by bigint references member on delete set null,
  claimed_until_ts bigint
);
comment on column photo.approved is 'null awaiting, true approved, false rejected';
create index photo_member on photo (member_id, created_ts);
create index photo_awaiting on photo (created_ts, name) where approved is null;
create index photo_dhash on photo (dhash);

-- One row for each (me, other) that have anything to do with each other. It is the truth about likes,
-- roses, favourites, views and blocks, told from my side; the mirrored half stands in (other, me), and
-- both are written in one transaction, lower id first. The primary key makes likes unique, and a
-- conditional update of one row makes the 24 hours between roses hold whatever runs beside it.
create table relation (
  me bigint not null references member on delete cascade,
  other bigint not null references member on delete cascade,
  favorited_ts bigint,
  sent_like_ts bigint,
  received_like_ts bigint,
  matched_ts bigint,
  sent_roses integer not null default 0,
  sent_rose_ts bigint,
  received_roses integer not null default 0,
  received_rose_ts bigint,
  viewed_ts bigint,
  viewed_me_ts bigint,
  blocked_ts bigint,
  blocked_me boolean not null default false,
  messages integer not null default 0,
  primary key (me, other),
  check (me <> other),
  check ((matched_ts is not null) = (sent_like_ts is not null and received_like_ts is not null)),
  check ((sent_roses > 0) = (sent_rose_ts is not null)),
  check ((received_roses > 0) = (received_rose_ts is not null))
) with (fillfactor = 80);
create index relation_other on relation (other);
create index relation_favorited on relation (me, favorited_ts desc, other desc) where favorited_ts is not null;
create index relation_sent_like on relation (me, sent_like_ts desc, other desc) where sent_like_ts is not null;
create index relation_received_like on relation (me, received_like_ts desc, other desc) where received_like_ts is not null;
create index relation_matched on relation (me, matched_ts desc, other desc) where matched_ts is not null;
create index relation_sent_rose on relation (me, sent_rose_ts desc, other desc) where sent_rose_ts is not null;
create index relation_received_rose on relation (me, received_rose_ts desc, other desc) where received_rose_ts is not null;
create index relation_viewed on relation (me, viewed_ts desc, other desc) where viewed_ts is not null;
create index relation_viewed_me on relation (me, viewed_me_ts desc, other desc) where viewed_me_ts is not null;
create index relation_blocked on relation (me, blocked_ts desc) include (other)
  where blocked_ts is not null or blocked_me;

create function refuse_early_rose() returns trigger language plpgsql as $$
begin
  if new.sent_rose_ts < old.sent_rose_ts + 86400 then
    raise exception 'a second rose to the same member inside 24 hours' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger relation_rose_wait before update of sent_rose_ts on relation
  for each row when (new.sent_rose_ts is distinct from old.sent_rose_ts) execute function refuse_early_rose();

create table message (
  id bigint generated always as identity primary key,
  sender_id bigint not null references member on delete cascade,
  receiver_id bigint not null references member on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  ts bigint not null,
  read_ts bigint,
  removed_by_receiver boolean not null default false,
  client_id uuid,
  check (sender_id <> receiver_id)
);
create index message_pair on message (least(sender_id, receiver_id), greatest(sender_id, receiver_id), id desc);
create index message_sent on message (sender_id, receiver_id, id desc);
create index message_received on message (receiver_id, sender_id, id desc) where not removed_by_receiver;
create index message_unread on message (receiver_id, sender_id, id) where read_ts is null and not removed_by_receiver;
create unique index message_once on message (sender_id, client_id) where client_id is not null;

create table prompt (
  id integer generated always as identity primary key,
  question text not null unique check (length(question) between 1 and 300),
  active boolean not null default true
);

create table prompt_answer (
  member_id bigint not null references member on delete cascade,
  question_id integer not null references prompt,
  answer text not null check (length(answer) <= 800),
  active boolean not null,
  order_n smallint not null,
  primary key (member_id, question_id)
);
create index prompt_answer_question on prompt_answer (question_id);

create table tip (
  id integer generated always as identity primary key,
  text text not null unique check (length(text) between 1 and 300),
  active boolean not null default true
);

-- Server settings an admin may change: photos_min, photos_max, max_prompts, report_reasons, timing.
create table setting (
  key text primary key,
  value jsonb not null
);

-- A report outlives both accounts: ids are plain numbers here, and the snapshot is sealed into a chain.
create table report (
  id bigint generated always as identity primary key,
  reporter_id bigint not null,
  member_id bigint not null,
  reason text not null,
  info text not null default '' check (length(info) <= 2000),
  severity smallint not null,
  state text not null default 'received' check (state in ('received', 'in review', 'closed')),
  outcome text check (outcome in ('dismissed', 'warned', 'suspended', 'banned')),
  assignee_id bigint references member on delete set null,
  note text not null default '',
  member_text text not null default '',
  created_ts bigint not null,
  closed_ts bigint,
  closed_by bigint,
  check ((state = 'closed') = (outcome is not null))
);
create index report_queue on report (severity desc, created_ts) where state <> 'closed';
create index report_closed on report (closed_ts desc) where state = 'closed';
create index report_member on report (member_id);
create index report_reporter on report (reporter_id, created_ts desc);

create table report_snapshot (
  report_id bigint primary key references report,
  content jsonb not null,
  previous_hash bytea not null,
  hash bytea not null unique
);

create table appeal (
  report_id bigint primary key references report,
  member_id bigint not null,
  text text not null check (length(text) between 1 and 2000),
  created_ts bigint not null,
  decided_ts bigint,
  decided_by bigint,
  upheld boolean,
  note text not null default ''
);

-- Who did what to whom, with before and after. Nothing may change or remove a row.
create table audit (
  id bigint generated always as identity primary key,
  ts bigint not null,
  admin_id bigint not null,
  action text not null,
  member_id bigint,
  before jsonb,
  after jsonb
);
create index audit_member on audit (member_id, id desc);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_append_only before update or delete on audit
  for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit execute function refuse_change();
create trigger report_snapshot_append_only before update or delete on report_snapshot
  for each row execute function refuse_change();
create trigger report_snapshot_no_truncate before truncate on report_snapshot execute function refuse_change();

-- A banned member's address, as a salted hash, so that it cannot simply sign up again.
create table banned_email (
  email_hash bytea primary key,
  ts bigint not null
);

-- Work to be done once, whichever process gets to it (for update skip locked).
create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  dedupe_key text unique,
  payload jsonb not null default '{}',
  run_ts bigint not null,
  tries smallint not null default 0,
  last_error text
);
create index job_due on job (run_ts);

-- Secrets made at first start and shared by all processes: the key that signs photo addresses, the salt of
-- banned addresses.
create table site_secret (
  name text primary key,
  value bytea not null
);
