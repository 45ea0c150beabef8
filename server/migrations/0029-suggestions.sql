-- For you (docs/decisions/0051-for-you.md): who is shown how often, and whom each member is suggested.
alter table member add column no_suggestions boolean not null default false;
comment on column member.no_suggestions is 'neither suggested to others nor given suggestions';

-- How often a member was shown, opened and liked on a day, and how many cards they saw and likes they sent; never by whom.
create table impression (
  member_id bigint not null references member on delete cascade,
  day date not null,
  surface text not null check (surface in ('recent', 'newest', 'search', 'for-you', 'other')),
  shown integer not null default 0,
  opened integer not null default 0,
  liked integer not null default 0,
  saw integer not null default 0,
  sent integer not null default 0,
  picked integer not null default 0,
  expected real not null default 0,
  primary key (member_id, day, surface)
) with (fillfactor = 70);
create index impression_day on impression (day);
comment on column impression.saw is 'cards that the member was shown';
comment on column impression.sent is 'likes that the member sent';
comment on column impression.picked is 'how many members had this one among the day''s suggestions';
comment on column impression.expected is 'how many likes those suggestions were expected to bring';

-- The suggestions of a day, as they stand on the screen. Kept for 30 days, so that nobody is suggested again too soon.
create table suggestion (
  member_id bigint not null references member on delete cascade,
  day date not null,
  others bigint[] not null,
  different boolean[] not null,
  reasons text[] not null,
  primary key (member_id, day),
  check (cardinality(others) <= 14 and cardinality(different) = cardinality(others)
    and cardinality(reasons) = cardinality(others))
);
create index suggestion_others on suggestion using gin (others);
create index suggestion_by_day on suggestion (day);
comment on column suggestion.others is 'whom, the first first; 0 for one who has left the site';
comment on column suggestion.reasons is 'of each the keys of its reasons, separated by blanks; words are made when it is read';

-- Always in one order, so that two who leave at once never wait for each other.
create function forget_suggested() returns trigger language plpgsql as $$
begin
  perform from suggestion where others @> array[old.id] order by member_id, day for update;
  update suggestion set others = array_replace(others, old.id, 0) where others @> array[old.id];
  return old;
end $$;
create trigger suggested_gone after delete on member for each row execute function forget_suggested();

-- The assignment of a day, and how evenly members were shown in the week that ended with it.
create table suggestion_day (
  day date primary key,
  members integer not null default 0,
  picks integer not null default 0,
  seconds real not null default 0,
  finished_ts bigint,
  shown integer not null default 0,
  opened integer not null default 0,
  liked integer not null default 0,
  suggested integer not null default 0,
  active_members integer not null default 0,
  members_suggested integer not null default 0,
  gini real,
  newcomers integer not null default 0,
  newcomers_kept integer not null default 0
);

select watch_every_table();
