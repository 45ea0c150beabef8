-- What members write in plans of dates is read by the scam shield and sealed in reports like a message
-- (docs/decisions/0079-check-ins.md). Each text stays after it is replaced, until the plan is deleted.

-- Ids from the sequence of messages, so that both have one order, and a scam sign names one or the other.
create table date_text (
  id bigint primary key default nextval('message_id_seq'),
  plan_id bigint not null references date_plan on delete cascade,
  sender_id bigint not null references member on delete cascade,
  receiver_id bigint not null references member on delete cascade,
  text text not null,
  ts bigint not null
);
create index date_text_plan on date_text (plan_id);
create index date_text_pair on date_text (least(sender_id, receiver_id), greatest(sender_id, receiver_id), id desc);
create index date_text_sent on date_text (sender_id, receiver_id, id desc);
create index date_text_receiver on date_text (receiver_id);

-- Everything that two members have written to each other.
create view written as
select id, sender_id, receiver_id, text, ts, read_ts, removed_by_receiver, client_id, false as in_date from message
union all
select id, sender_id, receiver_id, text, ts, null, false, null, true from date_text;

insert into date_text (plan_id, sender_id, receiver_id, text, ts)
select id, case when by_low then low_id else high_id end, case when by_low then high_id else low_id end,
  concat_ws(E'\n', place, nullif(note, '')), changed_ts
from date_plan where low_id is not null and high_id is not null;

select watch_every_table();
