-- Foreign keys looked up and locked a member and a search for every row of saved_search_hit, two thirds of what writing it
-- cost (docs/decisions/0057-hits-held-by-statement.md). The same holds from here on by statement: no hit is without its
-- member and its search. Whoever writes hits and whoever deletes what they name wait for each other's commit.
alter table saved_search_hit
  drop constraint saved_search_hit_search_id_fkey,
  drop constraint saved_search_hit_member_id_fkey;
comment on column saved_search_hit.search_id is 'no foreign key: remove_stray_hits and forget_hits do its work';
comment on column saved_search_hit.member_id is 'no foreign key: remove_stray_hits and forget_hits do its work';

-- Taken before the first row is written, so that two writers do not wait for each other.
create function hold_hits() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('saved_search_hit', 0));
  return null;
end $$;
create trigger hits_held before insert on saved_search_hit for each statement execute function hold_hits();

-- The statement itself may see what was there before it had the lock; each query here sees what is there since. Whoever
-- deletes later waits for the transaction's end, and then finds its hits.
create function remove_stray_hits() returns trigger language plpgsql as $$
declare
  gone bigint[];
begin
  gone := array(select member_id from (select distinct member_id from added) a
    where not exists (select from member m where m.id = a.member_id));
  if gone <> '{}' then
    delete from saved_search_hit where member_id = any(gone);
  end if;
  gone := array(select search_id from (select distinct search_id from added) a
    where not exists (select from saved_search s where s.id = a.search_id));
  if gone <> '{}' then
    delete from saved_search_hit where search_id = any(gone);
  end if;
  return null;
end $$;
create trigger stray_hits after insert on saved_search_hit referencing new table as added
  for each statement execute function remove_stray_hits();

create function forget_hits() returns trigger language plpgsql as $$
begin
  -- Shared: those who delete do not wait for each other.
  perform pg_advisory_xact_lock_shared(hashtextextended('saved_search_hit', 0));
  if tg_table_name = 'member' then
    delete from saved_search_hit where member_id = old.id;
  else
    delete from saved_search_hit where search_id = old.id;
  end if;
  return null;
end $$;
create trigger hits_gone after delete on member for each row execute function forget_hits();
create trigger hits_gone after delete on saved_search for each row execute function forget_hits();
