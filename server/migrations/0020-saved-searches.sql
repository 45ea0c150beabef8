-- Saved searches and who began to match them (docs/decisions/0043-saved-searches.md). Private, as the limits are.
create table saved_search (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  name text not null check (length(name) between 1 and 40),
  filters jsonb not null,
  mail text not null default 'none' check (mail in ('none', 'daily', 'weekly')),
  created_ts bigint not null,
  mailed_ts bigint not null default 0
);
create index saved_search_member on saved_search (member_id, id);

create table saved_search_hit (
  search_id bigint not null references saved_search on delete cascade,
  member_id bigint not null references member on delete cascade,
  began_ts bigint not null,
  seen boolean not null default false,
  mailed boolean not null default false,
  primary key (search_id, member_id)
);
create index saved_search_hit_member on saved_search_hit (member_id);

-- Who changed since the searches were last matched, and what they were before the first change: somebody begins to
-- match who matches now and did not then.
create table member_change (
  member_id bigint primary key,
  was jsonb
);
comment on column member_change.member_id is 'no foreign key: its lock on the member would cross those of other writers';
create function forget_change() returns trigger language plpgsql as $$
begin
  delete from member_change where member_id = old.id;
  return old;
end $$;
create trigger member_change_gone after delete on member for each row execute function forget_change();

create function note_change() returns trigger language plpgsql as $$
declare
  who bigint := case tg_table_name when 'member' then (to_jsonb(new) ->> 'id')::bigint
    else (to_jsonb(new) ->> 'member_id')::bigint end;
begin
  insert into member_change (member_id, was)
  select who, (select to_jsonb(f) from member_facts f where f.id = who)
  on conflict do nothing;
  return new;
end $$;
create trigger member_change before update of status, gender, interested, birthday, town_id, town_hidden, city,
  approved_photos, ndp on member for each row when (old.* is distinct from new.*) execute function note_change();
create trigger profile_change before update of relationship_goals, kids, wants_kids, smoking, drinking, marriage,
  education, height, spoken, tags on profile for each row when (old.* is distinct from new.*)
  execute function note_change();
create trigger limits_change before insert or update on limits for each row execute function note_change();

alter table account add column saved_mail_ts bigint not null default 0;
comment on column account.saved_mail_ts is 'when the last mail about saved searches was made';

-- Pages refused because one member read too many: what looks like scraping, for admins to look at.
create table refused_pages (
  member_id bigint not null references member on delete cascade,
  day date not null,
  count integer not null default 0,
  primary key (member_id, day)
);
