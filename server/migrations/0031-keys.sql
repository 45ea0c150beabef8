-- Logging in safely (docs/decisions/0052-logging-in-safely.md).

alter table session
  add column proved_ts bigint,
  drop constraint session_opened_by_check,
  add constraint session_opened_by_check
    check (opened_by in ('password', 'link', 'code', 'passkey', 'signup', 'admin'));
comment on column session.proved_ts is 'when whoever holds it last showed who they are: by logging in, or since';

alter table account
  add column user_handle bytea unique,
  add column device_epoch integer not null default 0;
comment on column account.user_handle is 'what passkeys know the account by: random, so that it says nothing of it';
comment on column account.device_epoch is 'part of the mark that a known device carries: one more, and none is known';

-- Whatever has an ended_ts opens nothing. It is there only as long as a mailed link can undo its end.
create table passkey (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_ts bigint not null,
  last_used_ts bigint,
  ended_ts bigint
);
comment on column passkey.counter is 'how often the authenticator says it was used; 0 for ever where it is synced';
create index passkey_member on passkey (member_id);

create table second_step (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  session_id bigint references session on delete set null,
  secret bytea not null,
  created_ts bigint not null,
  confirmed_ts bigint,
  last_step bigint not null default 0,
  wrong smallint not null default 0,
  wrong_since_ts bigint not null default 0,
  ended_ts bigint
);
comment on column second_step.session_id is 'the session that sets it up, while it is not confirmed';
comment on column second_step.secret is 'AES-256-GCM under the site''s secret: nonce, tag, and what the app knows';
comment on column second_step.last_step is 'the last 30 seconds whose code was used: none is used twice';
create unique index second_step_on on second_step (member_id) where confirmed_ts is not null and ended_ts is null;
create unique index second_step_begun on second_step (member_id) where confirmed_ts is null;
create index second_step_member on second_step (member_id);
create index second_step_session on second_step (session_id) where session_id is not null;

create table recovery_code (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  hint text not null,
  code_hash text not null,
  created_ts bigint not null,
  used_ts bigint,
  ended_ts bigint
);
comment on column recovery_code.hint is 'how the code begins, so that one hash is enough to check it; the rest has 60 random bits';
create index recovery_code_member on recovery_code (member_id);

-- Challenges of passkeys and half a log-in: good for one purpose, once, for five minutes.
create table ticket (
  secret_hash bytea primary key,
  purpose text not null check (purpose in ('second', 'passkey-login', 'passkey-register', 'prove')),
  member_id bigint references member on delete cascade,
  session_id bigint references session on delete cascade,
  opened_by text,
  wrong smallint not null default 0,
  expires_ts bigint not null
);
comment on column ticket.opened_by is 'the first step of a log-in that waits for its second';
create index ticket_member on ticket (member_id) where member_id is not null;
create index ticket_session on ticket (session_id) where session_id is not null;
create index ticket_expires on ticket (expires_ts);

-- What a mail with a link told of: a new device, or a change of the ways in, with all of them as they were before.
create table credential_change (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  what text not null check (what in ('session', 'password', 'address', 'passkey-added', 'passkey-removed', 'second-on',
    'second-off', 'recovery-codes')),
  email text not null,
  session_id bigint,
  email_confirmed boolean not null,
  password_hash text,
  passkeys bigint[] not null default '{}',
  second_id bigint,
  recovery_codes bigint[] not null default '{}',
  key_hash bytea unique,
  created_ts bigint not null,
  expires_ts bigint
);
comment on column credential_change.email is 'the address of that moment, which is written to';
comment on column credential_change.key_hash is 'of the link; null until the mail goes out';
create index credential_change_member on credential_change (member_id, id);
create index credential_change_left on credential_change (lower(email)) where what = 'address';
create index credential_change_expires on credential_change (expires_ts);

select watch_every_table();
