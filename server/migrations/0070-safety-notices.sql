-- Warnings to the people a banned member wrote to (docs/specification/part-4.md § 1).

alter table report add column warn boolean not null default false;
comment on column report.warn is 'the ban also warned the people the member wrote to';

-- On the row of the sender. A message that its sender deletes leaves no row in message.
alter table relation add column withdrawn_ts bigint;
comment on column relation.withdrawn_ts is 'when the latest message that this side sent and deleted was sent';
update relation r set withdrawn_ts = gone.ts
from (select sender_id, owner_id, max(ts) as ts from retained_message where sender_id = other_id group by 1, 2) gone
where r.me = gone.sender_id and r.other = gone.owner_id;

-- The receivers of an erased member's messages. No foreign keys, as in past_contact.
create table message_contact (
  sender_id bigint not null,
  receiver_id bigint not null,
  until_ts bigint not null,
  sealed bytea not null,
  primary key (sender_id, receiver_id)
);
comment on column message_contact.sender_id is 'of an account that is gone';
comment on column message_contact.sealed is 'AES-256-GCM: nonce, tag, the first name and the month of the last message';
create index message_contact_receiver on message_contact (receiver_id);
create index message_contact_until on message_contact (until_ts);

-- So that a warning uses the name that the receiver knew. By trigger, because several calls write the name. Without a
-- foreign key, because an erasure still reads it after it has deleted the account.
create table former_name (
  member_id bigint not null,
  username text not null,
  until_ts bigint not null,
  primary key (member_id, until_ts)
);
create index former_name_until on former_name (until_ts);
create function keep_former_name() returns trigger language plpgsql as $$
begin
  insert into former_name (member_id, username, until_ts)
  values (old.id, old.username, extract(epoch from now())::bigint)
  on conflict do nothing;
  return null;
end $$;
create trigger member_renamed after update of username on member for each row
  when (old.username is distinct from new.username and old.username is not null)
  execute function keep_former_name();

-- The delivery of warnings or corrections about one banned member. It continues where a killed process stopped.
create table safety_notice_run (
  banned_id bigint primary key,
  due_ts bigint not null,
  reached bigint not null default 0,
  withdrawn boolean not null default false,
  finished_ts bigint
);
comment on column safety_notice_run.reached is 'the last member who was warned; they are warned in the order of their ids';
create index safety_notice_run_due on safety_notice_run (due_ts) where finished_ts is null;
create index safety_notice_run_finished on safety_notice_run (finished_ts) where finished_ts is not null;

create table safety_notice (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  banned_id bigint not null,
  username text not null,
  month text not null,
  created_ts bigint not null,
  seen_ts bigint,
  withdrawn_ts bigint,
  unique (banned_id, member_id)
);
comment on column safety_notice.banned_id is 'no foreign key, because the account may be gone';
create index safety_notice_member on safety_notice (member_id, id);
create index safety_notice_changed on safety_notice (coalesce(withdrawn_ts, created_ts));

alter table shield_event drop constraint shield_event_kind_check,
  add constraint shield_event_kind_check
    check (kind in ('signs', 'warning', 'dismissed', 'person-warned', 'person-corrected'));

select watch_every_table();
