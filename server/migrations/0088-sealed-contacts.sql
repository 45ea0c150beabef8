-- The first names of erased members are stored encrypted, like the rest of what an erasure keeps
-- (docs/specification/conventions.md section 8). Rows of the previous version are sealed by the job delete-retained,
-- which runs every hour; until then their name is in username.
alter table past_contact add column sealed bytea;
alter table past_contact alter column username set default '';
comment on column past_contact.username is 'empty when sealed is set';
comment on column past_contact.sealed is 'AES-256-GCM: nonce, tag, the first name';
create index past_contact_plain on past_contact (owner_id) where sealed is null;

-- An erasure keeps the contacts itself before it deletes the relations, so this trigger found none.
drop trigger member_contacts on member;
drop function keep_contacts();
