-- Plans and check-ins (docs/specification/part-4.md § 3).

alter table account add column notify_dates text not null default 'both'
  check (notify_dates in ('none', 'push', 'mail', 'both'));

-- Without a cascade, so that the other member still sees that the date was cancelled when one of them erases the account.
create table date_plan (
  id bigint generated always as identity primary key,
  low_id bigint references member on delete set null,
  high_id bigint references member on delete set null,
  by_low boolean not null,
  at_ts bigint not null,
  time_zone text not null,
  place text not null,
  note text not null,
  state text not null check (state in ('proposed', 'accepted', 'declined', 'cancelled', 'past')),
  accepted_ts bigint,
  created_ts bigint not null,
  changed_ts bigint not null,
  check (low_id < high_id)
);
comment on column date_plan.low_id is 'the member of the pair with the lower id; null once erased';
comment on column date_plan.by_low is 'whether that member made the current suggestion';
comment on column date_plan.time_zone is 'the IANA zone in which the time was entered';
comment on column date_plan.accepted_ts is 'null until accepted, and again after another time was suggested';
create unique index date_plan_open on date_plan (low_id, high_id) where state in ('proposed', 'accepted');
create index date_plan_low on date_plan (low_id, at_ts);
create index date_plan_high on date_plan (high_id, at_ts);
create index date_plan_at on date_plan (at_ts);
create index date_plan_changed on date_plan (changed_ts) where state in ('declined', 'cancelled');

create table date_feedback (
  id bigint generated always as identity primary key,
  plan_id bigint references date_plan on delete set null,
  member_id bigint references member on delete cascade,
  met boolean not null,
  again boolean,
  uncomfortable boolean,
  created_ts bigint not null,
  unique (plan_id, member_id)
);
comment on column date_feedback.member_id is 'null once the plan is deleted; the answers are then only counted';
create index date_feedback_member on date_feedback (member_id);
create index date_feedback_created on date_feedback (created_ts);

create table check_in (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  plan_id bigint references date_plan on delete set null,
  other_id bigint references member on delete set null,
  name text not null,
  age integer,
  photo text,
  photo_alias text,
  place text not null,
  at_ts bigint not null,
  end_ts bigint not null,
  grace integer not null check (grace in (15, 30, 60)),
  time_zone text not null,
  state text not null check (state in ('waiting', 'asked', 'alerted', 'ended')),
  ask_ts bigint not null,
  laters integer not null default 0,
  helps integer not null default 0,
  round integer not null default 0,
  alerted_ts bigint,
  until_ts bigint,
  created_ts bigint not null,
  changed_ts bigint not null
);
comment on column check_in.name is 'the person met, as the member knew them when they started the check-in';
comment on column check_in.photo_alias is 'the name in the photo''s signed address, so that the photo''s own name stays secret';
comment on column check_in.ask_ts is 'when "Are you OK?" is asked; the alert follows after the grace period';
comment on column check_in.round is 'the number of alerts so far';
create index check_in_member on check_in (member_id, at_ts);
create index check_in_plan on check_in (plan_id);
create index check_in_other on check_in (other_id);
create index check_in_at on check_in (at_ts);
create unique index check_in_alias on check_in (photo_alias) where photo_alias is not null;

create table check_in_contact (
  id bigint generated always as identity primary key,
  check_in_id bigint not null references check_in on delete cascade,
  name text not null,
  email text not null,
  address_hash bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined')),
  invited boolean not null default false,
  claimed_round integer not null default 0,
  sent_round integer not null default 0,
  unique (check_in_id, address_hash)
);
comment on column check_in_contact.claimed_round is 'the last alert whose email may have been handed to the mail server';
comment on column check_in_contact.sent_round is 'the last alert whose email the mail server has accepted';
create index check_in_contact_address on check_in_contact (address_hash);

-- Outlives the check-ins, because the limits apply for ever and to all members together.
create table contact_suppression (
  address_hash bytea primary key,
  sent integer not null,
  declined boolean not null default false
);
comment on column contact_suppression.sent is 'emails that asked the address to be a contact, since its owner last confirmed';

select watch_every_table();
