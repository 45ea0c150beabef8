-- The member index counts what is new in a saved search when it is asked for (docs/decisions/0059-count-new-people-on-demand.md). So nothing is stored
-- per search and member; instead each member has the time at which they joined, came back or last changed a searchable field.
drop trigger member_change on member;
drop trigger profile_change on profile;
drop trigger limits_change on preferences;
drop trigger hits_gone on member;
drop trigger hits_gone on saved_search;
drop function note_change();
drop table member_change;
create table member_change (
  member_id bigint primary key,
  changed_ts double precision not null
);
comment on table member_change is 'when a member joined, came back or last changed a searchable field';
comment on column member_change.member_id is 'no foreign key: its lock on the member would cross those of other writers';
comment on column member_change.changed_ts is 'with fractions, and of the database''s clock: it orders changes within a second';

alter table saved_search
  add column opened_ts double precision not null default 0,
  add column notified_ts double precision not null default 0;
comment on column saved_search.opened_ts is 'the latest member_change that the index had when the search was opened';
comment on column saved_search.notified_ts is 'the latest member_change that the index had when it was last counted for a notification';

-- Members whom a search counted as new stay new; a search without any starts from now.
insert into member_change (member_id, changed_ts)
select h.member_id, max(h.began_ts) from saved_search_hit h join member m on m.id = h.member_id
where not h.seen group by h.member_id;
update saved_search s set
  opened_ts = coalesce((select min(h.began_ts) - 1 from saved_search_hit h where h.search_id = s.id and not h.seen),
    extract(epoch from now())),
  notified_ts = s.mailed_ts;

drop table saved_search_hit;
drop function hold_hits();
drop function remove_stray_hits();
drop function forget_hits();

create function set_changed(who bigint) returns void language sql as $$
  insert into member_change (member_id, changed_ts) values (who, extract(epoch from clock_timestamp()))
  on conflict (member_id) do update set changed_ts = excluded.changed_ts
$$;

-- Preferences are private, so a change of them changes no count. Of a hidden town only the state is public.
create function note_member_change() returns trigger language plpgsql as $$
begin
  if (old.status, old.paused, old.gender, old.interested, old.birthday, old.town_hidden, old.ndp > 0,
      old.verified_ts is not null)
    is distinct from
    (new.status, new.paused, new.gender, new.interested, new.birthday, new.town_hidden, new.ndp > 0,
      new.verified_ts is not null)
  or (old.town_id is distinct from new.town_id and (not new.town_hidden
    or (select (country, state) from town where id = old.town_id)
      is distinct from (select (country, state) from town where id = new.town_id)))
  -- The photo that lists them. 3 is the default of contract/settings/rules.ts.
  or (old.approved_photos < new.approved_photos and new.approved_photos <=
    coalesce((select (value #>> '{}')::integer from setting where key = 'photos_min'), 3))
  then
    perform set_changed(new.id);
  end if;
  return null;
end $$;
create trigger member_change after update on member
  for each row when (old.* is distinct from new.*) execute function note_member_change();

create function note_profile_change() returns trigger language plpgsql as $$
begin
  perform set_changed(new.member_id);
  return null;
end $$;
create trigger profile_change after update on profile
  for each row when (
    (old.relationship_goals, old.kids, old.wants_kids, old.smoking, old.drinking, old.marriage, old.education, old.height,
      old.spoken, old.tags)
    is distinct from
    (new.relationship_goals, new.kids, new.wants_kids, new.smoking, new.drinking, new.marriage, new.education, new.height,
      new.spoken, new.tags))
  execute function note_profile_change();

select watch_every_table();
