-- One word per concept: retained messages (were held), messaging restrictions (were scam holds), login challenges (were
-- tickets), inactive accounts (were dormant), notified (was told), and scheduled jobs that say what they delete.
alter table held_message rename to retained_message;
alter table retained_message rename column held_ts to retained_ts;
alter index held_message_held rename to retained_message_retained;
alter table held_key rename to retained_message_key;
update site_secret set name = 'retained-messages' where name = 'held-messages';

alter function forget_contacts() rename to delete_contacts;
alter function forget_change() rename to delete_change;
alter function forget_suggested() rename to delete_suggested;
create or replace function delete_contacts() returns trigger language plpgsql as $$
begin
  delete from past_contact where owner_id = old.id;
  delete from retained_message where owner_id = old.id;
  delete from past_contact p where p.other_id = old.id and not exists (select from member m where m.id = p.owner_id);
  delete from retained_message r where r.other_id = old.id and not exists (select from member m where m.id = r.owner_id);
  return null;
end $$;

alter table scam_hold rename to messaging_restriction;
update job set payload = jsonb_set(payload, '{about}', '"restricted"'),
  dedupe_key = regexp_replace(dedupe_key, '^held ', 'restricted ')
where kind = 'case-mail' and payload ->> 'about' = 'held';
update job set payload = jsonb_set(payload, '{about}', '"restriction ended"'),
  dedupe_key = regexp_replace(dedupe_key, '^hold ended ', 'restriction ended ')
where kind = 'case-mail' and payload ->> 'about' = 'hold ended';

alter table ticket rename to login_challenge;
update site_secret set name = 'trusted-devices' where name = 'known-browsers';

alter table relation rename column verify_told to verify_notified;
alter table account rename column dormant_told_ts to inactive_notified_ts;
update job set kind = 'inactive-mail', dedupe_key = regexp_replace(dedupe_key, '^dormant ', 'inactive ')
where kind = 'dormant-mail';

update job set kind = n.now, dedupe_key = 'periodic ' || n.now
from (values
  ('purge-expired', 'delete-expired'),
  ('tell-dormant', 'notify-inactive'),
  ('erase-dormant', 'erase-inactive'),
  ('purge-erased', 'delete-erased-traces'),
  ('purge-audit-values', 'delete-old-audit-values'),
  ('purge-rejected', 'delete-rejected-photos'),
  ('sweep-orphan-photos', 'delete-orphan-photos'),
  ('purge-held', 'delete-retained'),
  ('purge-signs', 'delete-old-signs'),
  ('end-verifications', 'expire-verifications')) n (before, now)
where job.periodic and job.kind = n.before;

alter table job rename column held_by to paused_by;
alter index job_held rename to job_paused;
alter table opening rename to first_message;

-- A renamed table keeps the names of its constraints, indexes and sequences.
do $$
declare
  renamed record;
  part record;
begin
  for renamed in select * from (values
    ('limits', 'preferences'),
    ('second_step', 'two_step'),
    ('photo_hold', 'photo_lock'),
    ('acting_change', 'impersonation_change'),
    ('held_message', 'retained_message'),
    ('held_key', 'retained_message_key'),
    ('scam_hold', 'messaging_restriction'),
    ('ticket', 'login_challenge'),
    ('opening', 'first_message')) t (before, now)
  loop
    for part in select conname as name from pg_constraint
      where conrelid = renamed.now::regclass and starts_with(conname, renamed.before || '_')
    loop
      execute format('alter table %I rename constraint %I to %I', renamed.now, part.name,
        renamed.now || substr(part.name, length(renamed.before) + 1));
    end loop;
    for part in select c.relname as name, c.relkind as kind from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('i', 'S')
        and starts_with(c.relname, renamed.before || '_')
    loop
      execute format('alter %s %I rename to %I', case part.kind when 'S' then 'sequence' else 'index' end, part.name,
        renamed.now || substr(part.name, length(renamed.before) + 1));
    end loop;
  end loop;
end $$;
