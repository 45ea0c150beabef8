-- How members are told of what happened while they were away (docs/decisions/0049-being-told.md).
alter table account
  add column notify_messages text not null default 'mail' check (notify_messages in ('none', 'push', 'mail', 'both')),
  add column notify_matches text not null default 'mail' check (notify_matches in ('none', 'push', 'mail', 'both')),
  add column notify_likes text not null default 'none' check (notify_likes in ('none', 'push', 'mail', 'both')),
  add column notify_roses text not null default 'none' check (notify_roses in ('none', 'push', 'mail', 'both')),
  add column notify_saved text not null default 'mail' check (notify_saved in ('none', 'push', 'mail', 'both')),
  add column quiet_from text not null default '22:00' check (quiet_from ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  add column quiet_to text not null default '07:00' check (quiet_to ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  add column time_zone text not null default '' check (length(time_zone) <= 64),
  add column notice_mail_ts bigint not null default 0;
comment on column account.time_zone is 'as the browser names it; empty is the zone of the site';
comment on column account.notice_mail_ts is 'when the last mail about news went out: at most one an hour';

alter table activity add column left_ts bigint not null default 0;
comment on column activity.left_ts is 'when the last live connection was closed';

-- Likes, roses and matches that a mail is to tell of. Messages need none: which are unread is known.
create table notice (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  other_id bigint not null references member on delete cascade,
  kind text not null check (kind in ('match', 'like', 'rose')),
  ts bigint not null
);
comment on column notice.member_id is 'who is told';
create index notice_member on notice (member_id);
create index notice_other on notice (other_id);
create index notice_ts on notice (ts);

-- One mail a conversation until it is opened.
create table mailed_conversation (
  member_id bigint not null references member on delete cascade,
  other_id bigint not null references member on delete cascade,
  message_id bigint not null,
  mailed_ts bigint not null,
  primary key (member_id, other_id)
);
comment on column mailed_conversation.message_id is 'the newest message that the mail told of';
create index mailed_conversation_other on mailed_conversation (other_id);

-- A browser that is told by push, as long as its session lives.
create table push_subscription (
  id bigint generated always as identity primary key,
  session_id bigint not null unique references session on delete cascade,
  member_id bigint not null references member on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_ts bigint not null
);
create index push_subscription_member on push_subscription (member_id);

select watch_every_table();
