-- What moderators need: who put a member where they stand, when a case was taken, when its outcome ended.
alter table report
  add column until_ts bigint,
  add column taken_ts bigint,
  add column lifted_ts bigint;
comment on column report.until_ts is 'the end of a suspension; null while it has none';
comment on column report.lifted_ts is 'its outcome no longer stands: an appeal was upheld, or an admin lifted it';
alter table appeal add column member_text text not null default '';
alter table account add column status_report_id bigint;
comment on column account.status_report_id is 'the case a suspension or ban comes from; null for an admin''s own word';

create index report_created on report (created_ts);
create index appeal_open on appeal (created_ts) where decided_ts is null;
create index appeal_created on appeal (created_ts);
create index audit_action on audit (action, ts);

-- The members' list of the admin area: by standing, and by the beginning of a name, city or address.
create index member_standing on member (status, id desc);
create index member_premium on member (premium_until_ts) where premium;
create index member_created on member (created_ts);
create index member_by_name on member (lower(username) text_pattern_ops);
create index member_by_city on member (lower(city) text_pattern_ops);
create index account_by_email on account (lower(email) text_pattern_ops);

-- Two pictures whose hashes differ in at most 7 of 64 bits differ in at most one bit of some quarter: 17 values
-- to look up for each quarter, instead of every photo there is.
drop index photo_dhash;
create index photo_dhash_1 on photo (substr(dhash, 1, 4));
create index photo_dhash_2 on photo (substr(dhash, 5, 4));
create index photo_dhash_3 on photo (substr(dhash, 9, 4));
create index photo_dhash_4 on photo (substr(dhash, 13, 4));

-- A day of the site in numbers. Days that are over are counted once; messages lie in order of time, so a few
-- pages of this index stand for all of them.
create table site_day (
  day date primary key,
  signups integer not null default 0,
  active integer not null default 0,
  messages integer not null default 0,
  reports integer not null default 0,
  is_over boolean not null default false
);
create index message_ts on message using brin (ts) with (autosummarize = on);
