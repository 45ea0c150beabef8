-- What can be searched by is in contract/profile/fields.ts. The server selects a member's facts by that table.
drop view member_facts;

-- So that a new field needs no new trigger, this lists the fields that can't be searched by; every other one counts.
create or replace function note_profile_change() returns trigger language plpgsql as $$
declare
  unsearchable constant text[] := array['gender_birth', 'tagline', 'about_offer', 'wants', 'interests', 'occupation',
    'ethnicity', 'languages', 'country_of_birth', 'tatoos', 'income', 'relocation'];
begin
  if to_jsonb(old) - unsearchable is distinct from to_jsonb(new) - unsearchable then
    perform set_changed(new.member_id);
  end if;
  return null;
end $$;
drop trigger profile_change on profile;
create trigger profile_change after update on profile
  for each row when (old.* is distinct from new.*) execute function note_profile_change();
