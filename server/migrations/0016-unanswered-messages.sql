-- How many messages I have sent to the other since they last wrote to me: one hundred may lie there (decision 7). The
-- constraint refuses the next, whatever runs beside it.
alter table relation add column unanswered smallint not null default 0
  constraint relation_unanswered check (unanswered between 0 and 100);
comment on column relation.unanswered is 'sent by me since the other last wrote, at most 100';

update relation r set unanswered = lying.messages
from (
  select m.sender_id, m.receiver_id, least(count(*), 100) as messages from message m
  where m.id > coalesce((
    select max(a.id) from message a where a.sender_id = m.receiver_id and a.receiver_id = m.sender_id), 0)
  group by m.sender_id, m.receiver_id) lying
where r.me = lying.sender_id and r.other = lying.receiver_id;
