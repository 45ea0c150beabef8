-- One word per concept: retained messages (were held), messaging restrictions (were scam holds), login challenges (were
-- tickets), inactive accounts (were dormant), notified (was told), and scheduled jobs that say what they delete.
alter table held_message rename to retained_message;
alter table retained_message rename column held_ts to retained_ts;
alter index if exists held_message_pkey rename to retained_message_pkey;
alter index held_message_owner rename to retained_message_owner;
alter index held_message_other rename to retained_message_other;
alter index held_message_held rename to retained_message_retained;
alter table held_key rename to retained_message_key;
alter index if exists held_key_pkey rename to retained_message_key_pkey;
update site_secret set name = 'retained-messages' where name = 'held-messages';

create or replace function forget_contacts() returns trigger language plpgsql as $$
begin
  delete from past_contact where owner_id = old.id;
  delete from retained_message where owner_id = old.id;
  delete from past_contact p where p.other_id = old.id and not exists (select from member m where m.id = p.owner_id);
  delete from retained_message r where r.other_id = old.id and not exists (select from member m where m.id = r.owner_id);
  return null;
end $$;

alter table scam_hold rename to messaging_restriction;
alter index if exists scam_hold_pkey rename to messaging_restriction_pkey;
alter index scam_hold_open rename to messaging_restriction_open;
alter index scam_hold_member rename to messaging_restriction_member;
update job set payload = jsonb_set(payload, '{about}', '"restricted"'),
  dedupe_key = regexp_replace(dedupe_key, '^held ', 'restricted ')
where kind = 'case-mail' and payload ->> 'about' = 'held';
update job set payload = jsonb_set(payload, '{about}', '"restriction ended"'),
  dedupe_key = regexp_replace(dedupe_key, '^hold ended ', 'restriction ended ')
where kind = 'case-mail' and payload ->> 'about' = 'hold ended';

alter table ticket rename to login_challenge;
alter table login_challenge rename constraint ticket_purpose_check to login_challenge_purpose_check;
alter index if exists ticket_pkey rename to login_challenge_pkey;
alter index ticket_member rename to login_challenge_member;
alter index ticket_session rename to login_challenge_session;
alter index ticket_expires rename to login_challenge_expires;
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
