-- What search decides by (docs/decisions/0042-one-member-index.md).

alter table profile
  add column drinking text check (drinking in ('-', '~', '+')),
  add column wants_kids text check (wants_kids in ('-', '~', '+')),
  add column spoken text[] not null default '{}' check (cardinality(spoken) <= 5),
  add column tags text[] not null default '{}' check (cardinality(tags) <= 10);

-- A position is a town's centre, never finer: towns that members live in, each once.
create table town (
  id integer generated always as identity primary key,
  country text not null,
  city text not null,
  state text not null,
  latitude double precision not null,
  longitude double precision not null,
  unique (country, city)
);
comment on table town is 'written by the trigger member_town alone; never changed or deleted';
alter table member
  add column town_id integer references town,
  add column town_hidden boolean not null default false;

create function keep_town() returns trigger language plpgsql as $$
begin
  new.town_id := null;
  if num_nulls(new.country, new.city, new.latitude, new.longitude) > 0 then
    return new;
  end if;
  select id into new.town_id from town where country = new.country and city = new.city;
  if new.town_id is null then
    insert into town (country, city, state, latitude, longitude)
    values (new.country, new.city, coalesce(substring(new.city from ', ([A-Z]{2,3})$'), ''), new.latitude, new.longitude)
    on conflict do nothing;
    select id into new.town_id from town where country = new.country and city = new.city;
  end if;
  return new;
end $$;
create trigger member_town before insert or update of country, city, latitude, longitude on member
  for each row execute function keep_town();
update member set city = city where city is not null;

-- Whom a member wants to meet; without a row, anybody. Private: no answer to anyone else is made from it.
create table limits (
  member_id bigint primary key references member on delete cascade,
  age_min smallint not null default 18 check (age_min between 18 and 99),
  age_max smallint not null default 99 check (age_max between age_min and 99),
  distance smallint not null default 0 check (distance in (0, 10, 25, 50, 100, 250, 500)),
  goals text[] not null default '{}',
  kids text[] not null default '{}',
  wants_kids text[] not null default '{}',
  smoking text[] not null default '{}',
  drinking text[] not null default '{}',
  answered_only boolean not null default false
);

-- Everything that lists of strangers decide by, in one row a member: choices are one letter each in this order,
-- the lists of the limits their letters, and a blank is no answer.
create view member_facts as
select m.id, m.status, m.gender, m.interested, m.town_id, m.town_hidden, m.birthday, m.created_ts,
  m.approved_photos, m.ndp, coalesce(a.last_active_ts, m.created_ts) as active_ts,
  coalesce(p.relationship_goals, ' ') || coalesce(p.kids, ' ') || coalesce(p.wants_kids, ' ')
    || coalesce(p.smoking, ' ') || coalesce(p.drinking, ' ') || coalesce(p.marriage, ' ')
    || coalesce(p.education, ' ') as choices,
  p.height, array_to_string(p.spoken, ',') as spoken, array_to_string(p.tags, ',') as tags,
  l.age_min, l.age_max, l.distance, l.answered_only,
  array_to_string(l.goals, '') || ',' || array_to_string(l.kids, '') || ',' || array_to_string(l.wants_kids, '')
    || ',' || array_to_string(l.smoking, '') || ',' || array_to_string(l.drinking, '') as accepts
from member m
join profile p on p.member_id = m.id
left join activity a on a.member_id = m.id
left join limits l on l.member_id = m.id;

-- The order in which the index is read, and what a search in SQL walks.
create index member_search on member (gender, interested, town_id, id)
  include (birthday, created_ts, approved_photos, town_hidden, ndp) where status = 2;
drop index member_newest;
