-- The scam shield (docs/decisions/0048-scam-shield.md). No table here holds a word of a message.

-- A case that no member reported was raised by the shield.
alter table report alter column reporter_id drop not null;
comment on column report.reporter_id is 'null for a case raised by the scam shield';

create table scam_rule (
  key text primary key,
  mode text not null check (mode in ('on', 'count', 'off'))
);
comment on table scam_rule is 'rules that an admin has set to something; the others are on';

-- What a rule found in a message, for 90 days. The message may have been taken back since.
create table scam_sign (
  message_id bigint not null,
  rule text not null,
  sender_id bigint not null references member on delete cascade,
  receiver_id bigint not null references member on delete cascade,
  counted boolean not null,
  ts bigint not null,
  report_id bigint,
  outcome text check (outcome in ('dismissed', 'upheld')),
  primary key (message_id, rule)
);
comment on column scam_sign.counted is 'false where the rule only counts for its page';
comment on column scam_sign.report_id is 'the case that it became part of';
comment on column scam_sign.outcome is 'dismissed by the receiver or by a moderator, or upheld by one';
create index scam_sign_pair on scam_sign (sender_id, receiver_id);
create index scam_sign_receiver on scam_sign (receiver_id);
create index scam_sign_report on scam_sign (report_id) where report_id is not null;
create index scam_sign_ts on scam_sign (ts);

-- Above whose conversation a warning stands.
create table scam_warning (
  receiver_id bigint not null references member on delete cascade,
  sender_id bigint not null references member on delete cascade,
  since_ts bigint not null,
  dismissed_ts bigint,
  primary key (receiver_id, sender_id)
);
comment on column scam_warning.dismissed_ts is 'the receiver said that it is fine, or a moderator: it does not come back';
create index scam_warning_sender on scam_warning (sender_id);
create index scam_warning_since on scam_warning (since_ts);

-- Who starts no conversations until a moderator has looked.
create table scam_hold (
  report_id bigint primary key references report,
  member_id bigint not null references member on delete cascade,
  since_ts bigint not null,
  ended_ts bigint,
  appeal_text text,
  appeal_ts bigint
);
comment on column scam_hold.appeal_text is 'what the member says of it, for the moderator who decides the case';
create unique index scam_hold_open on scam_hold (member_id) where ended_ts is null;
create index scam_hold_member on scam_hold (member_id);

-- What first messages say, in 64 bits, for a day. As with photo.dhash, two that differ in at most 7 bits differ in at
-- most one bit of some quarter.
create table opening (
  message_id bigint primary key,
  sender_id bigint not null references member on delete cascade,
  receiver_id bigint not null references member on delete cascade,
  simhash text not null check (length(simhash) = 16),
  ts bigint not null
);
create index opening_sender on opening (sender_id);
create index opening_receiver on opening (receiver_id);
create index opening_ts on opening (ts);
create index opening_simhash_1 on opening (substr(simhash, 1, 4));
create index opening_simhash_2 on opening (substr(simhash, 5, 4));
create index opening_simhash_3 on opening (substr(simhash, 9, 4));
create index opening_simhash_4 on opening (substr(simhash, 13, 4));

-- For the transparency report, which may be asked for years later: what happened and when, and to nobody.
create table shield_event (
  ts bigint not null,
  kind text not null check (kind in ('signs', 'warning', 'dismissed'))
);
create index shield_event_ts on shield_event (ts);

select watch_every_table();
