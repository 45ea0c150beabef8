-- Reports that cannot be escaped (docs/decisions/0046-reports-that-cannot-be-escaped.md).

-- A message that is taken back must not take along that there was one. While a side has messages, they tell when the
-- last one was; what it no longer has is noted here as it goes, so that sending costs nothing.
alter table relation add column lost_message_ts bigint;
comment on column relation.lost_message_ts is 'when the latest of the messages that this side no longer has was sent';
update relation r set lost_message_ts = gone.ts
from (
  select receiver_id, sender_id, max(ts) as ts from message where removed_by_receiver group by receiver_id, sender_id
) gone
where r.me = gone.receiver_id and r.other = gone.sender_id;

-- Whoever hides from people they know may still like or write to one of them, who must not learn of it here either: what
-- came after that is no contact.
alter table people_i_know add column added_ts bigint not null default extract(epoch from now())::bigint;

create function hides_since(hider bigint, viewer bigint) returns bigint language sql stable as $$
  select (select min(k.added_ts) from account a join people_i_know k on k.address_hash = a.email_hash
    where a.member_id = viewer and k.member_id = hider)
$$;

-- With whom I had contact, and when last: a message either way, a like or rose received, a view of the profile by me.
create view contact as
select r.me, r.other, greatest(r.viewed_ts, r.lost_message_ts,
  case when r.received_like_ts <= coalesce(hidden.since, r.received_like_ts) then r.received_like_ts end,
  case when r.received_rose_ts <= coalesce(hidden.since, r.received_rose_ts) then r.received_rose_ts end,
  case when r.messages > 0 then (
    select m.ts from message m
    where least(m.sender_id, m.receiver_id) = least(r.me, r.other)
      and greatest(m.sender_id, m.receiver_id) = greatest(r.me, r.other)
      and m.ts <= coalesce(hidden.since, m.ts)
    order by m.id desc limit 1) end) as last_ts
-- As hides_since has it; written out, it is asked once a row and not once a use.
from relation r cross join lateral (
  select min(k.added_ts) as since from account a join people_i_know k on k.address_hash = a.email_hash
  where a.member_id = r.me and k.member_id = r.other) hidden;

-- The same of those who have erased their account since, by the name they had.
create table past_contact (
  owner_id bigint not null,
  other_id bigint not null,
  username text not null,
  last_ts bigint not null,
  primary key (owner_id, other_id)
);
comment on column past_contact.owner_id is 'no foreign key: its lock on the member would cross those of others who erase';
comment on column past_contact.other_id is 'of an account that is gone';
create index past_contact_other on past_contact (other_id);
create index past_contact_last on past_contact (last_ts);

-- What one side of a conversation deleted, encrypted, for a report by the other.
create table held_message (
  message_id bigint primary key,
  owner_id bigint not null,
  other_id bigint not null,
  sender_id bigint not null,
  ts bigint not null,
  held_ts bigint not null,
  quarter text not null,
  sealed bytea not null,
  check (sender_id in (owner_id, other_id))
);
comment on column held_message.owner_id is 'whose report may open it; no foreign key, as in past_contact';
comment on column held_message.other_id is 'who deleted it';
comment on column held_message.sealed is 'AES-256-GCM: nonce, tag, and the words';
create index held_message_owner on held_message (owner_id, other_id);
create index held_message_other on held_message (other_id);
create index held_message_held on held_message (held_ts);

-- A quarter's key is this and the site's secret together. No backup has it, and it goes 90 days after its quarter.
create table held_key (
  quarter text primary key,
  secret bytea not null,
  until_ts bigint not null
);
insert into site_secret (name, value)
select name, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
from unnest(array['held-messages', 'past-contacts']) name;

-- In the database, because a contact must stay whatever way the row of the other goes.
create function keep_contacts() returns trigger language plpgsql as $$
begin
  insert into past_contact (owner_id, other_id, username, last_ts)
  select c.me, old.id, coalesce(old.username, ''), c.last_ts from contact c
  where c.other = old.id and c.last_ts > extract(epoch from now())::bigint - 180 * 86400;
  return old;
end $$;
create trigger member_contacts before delete on member for each row execute function keep_contacts();

-- What was kept for a member goes with them. After the rows of the pair are gone: who erases at the same moment has
-- either committed by then or waits for those rows, so the later of the two finds what the earlier has left.
create function forget_contacts() returns trigger language plpgsql as $$
begin
  delete from past_contact where owner_id = old.id;
  delete from held_message where owner_id = old.id;
  delete from past_contact p where p.other_id = old.id and not exists (select from member m where m.id = p.owner_id);
  delete from held_message h where h.other_id = old.id and not exists (select from member m where m.id = h.owner_id);
  return null;
end $$;
create trigger past_contact_gone after delete on member for each row execute function forget_contacts();

-- The message that a report is about.
alter table report add column message_id bigint;

select watch_every_table();
