-- How a session was opened: only one opened by a mailed link may set a new password without the old one. What was
-- open before this is taken for a log-in by password, which may do the least.
alter table session add column opened_by text not null default 'password'
  check (opened_by in ('password', 'link', 'code', 'signup', 'admin'));

-- Wrong six-digit codes: ten a day close this way in for the account, many an hour slow it down for everybody.
create table wrong_code (
  id bigint generated always as identity primary key,
  member_id bigint references member on delete cascade,
  ts bigint not null
);
comment on column wrong_code.member_id is 'whose code it was held against; null where there was none to guess';
create index wrong_code_ts on wrong_code (ts);
create index wrong_code_member on wrong_code (member_id, ts) where member_id is not null;

-- Which addresses the configuration has named as admins, and since when: one newly named has to be confirmed anew.
create table admin_email (
  email text primary key,
  named_ts bigint not null
);
