-- Who may reach a member, and from whom one hides (docs/decisions/0045-who-may-reach-me.md).
alter table limits add column contact text not null default 'anyone'
  check (contact in ('anyone', 'limits', 'verified', 'liked'));
comment on column limits.contact is 'from whom the member takes messages, unless they wrote first';

alter table member
  add column paused boolean not null default false,
  add column verified_ts bigint;
comment on column member.paused is 'absent from every list of strangers; seen by those with whom there is something';
comment on column member.verified_ts is 'since when the photos are verified; null while they are not';

alter table relation
  add column wrote boolean not null default false,
  add column began_ts bigint,
  add column not_interested_ts bigint,
  add column closed_to_me boolean not null default false,
  add column ended boolean not null default false;
comment on column relation.wrote is 'I have written to the other, also if it was taken back since';
comment on column relation.began_ts is 'when I began the conversation, where that counted as a first message';
comment on column relation.not_interested_ts is 'since when I am not interested in the other';
comment on column relation.closed_to_me is 'the other is not interested in me: the mirror of not_interested_ts';
comment on column relation.ended is 'there were messages when one of us was no longer interested: both are told';
update relation r set wrote = true
from (select distinct sender_id, receiver_id from message) said
where r.me = said.sender_id and r.other = said.receiver_id;
create index relation_began on relation (me, began_ts) where began_ts is not null;
create index relation_not_interested on relation (me, not_interested_ts desc, other desc)
  where not_interested_ts is not null;

-- Addresses that a member hides from, as HMAC-SHA-256 under a secret of their own: they cannot be compared with what is
-- kept of erased and banned members.
insert into site_secret (name, value) values
  ('people-i-know', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

create function hmac_pad(secret bytea, with_byte integer) returns bytea language plpgsql immutable as $$
declare
  pad bytea := secret || decode(repeat('00', 64 - length(secret)), 'hex');
begin
  for place in 0..63 loop
    pad := set_byte(pad, place, get_byte(pad, place) # with_byte);
  end loop;
  return pad;
end $$;
create function known_address_hash(email text) returns bytea language sql stable as $$
  select sha256(hmac_pad(value, 92) || sha256(hmac_pad(value, 54) || convert_to(lower(email), 'UTF8')))
  from site_secret where name = 'people-i-know'
$$;

alter table account add column email_hash bytea;
comment on column account.email_hash is 'of the address, by the trigger account_hash; compared with people_i_know';
with pads as materialized (
  select hmac_pad(value, 54) as inner_pad, hmac_pad(value, 92) as outer_pad
  from site_secret where name = 'people-i-know')
update account set email_hash = sha256(outer_pad || sha256(inner_pad || convert_to(lower(email), 'UTF8'))) from pads;
create function keep_email_hash() returns trigger language plpgsql as $$
begin
  new.email_hash := known_address_hash(new.email);
  return new;
end $$;
create trigger account_hash before insert or update of email on account
  for each row execute function keep_email_hash();

create table people_i_know (
  member_id bigint not null references member on delete cascade,
  address_hash bytea not null,
  primary key (member_id, address_hash)
);
create index people_i_know_address on people_i_know (address_hash, member_id);

create or replace view member_facts as
select m.id, m.status, m.gender, m.interested, m.town_id, m.town_hidden, m.birthday, m.created_ts,
  m.approved_photos, m.ndp, coalesce(a.last_active_ts, m.created_ts) as active_ts,
  coalesce(p.relationship_goals, ' ') || coalesce(p.kids, ' ') || coalesce(p.wants_kids, ' ')
    || coalesce(p.smoking, ' ') || coalesce(p.drinking, ' ') || coalesce(p.marriage, ' ')
    || coalesce(p.education, ' ') as choices,
  p.height, array_to_string(p.spoken, ',') as spoken, array_to_string(p.tags, ',') as tags,
  l.age_min, l.age_max, l.distance, l.answered_only,
  array_to_string(l.goals, '') || ',' || array_to_string(l.kids, '') || ',' || array_to_string(l.wants_kids, '')
    || ',' || array_to_string(l.smoking, '') || ',' || array_to_string(l.drinking, '') as accepts,
  m.paused, m.verified_ts
from member m
join profile p on p.member_id = m.id
left join activity a on a.member_id = m.id
left join limits l on l.member_id = m.id;

drop trigger member_change on member;
create trigger member_change before update of status, gender, interested, birthday, town_id, town_hidden, city,
  approved_photos, ndp, paused, verified_ts on member
  for each row when (old.* is distinct from new.*) execute function note_change();

select watch_every_table();
