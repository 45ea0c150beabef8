-- One word per concept: preferences (were limits), two-step verification (was the second step), re-authentication.
alter table limits rename to preferences;
alter table preferences drop constraint if exists limits_contact_check;
update preferences set contact = 'preferences' where contact = 'limits';
alter table preferences add constraint preferences_contact_check
  check (contact in ('anyone', 'preferences', 'verified', 'liked'));
update suggestion set reasons = array(
  select replace(r, 'limits', 'preferences') from unnest(reasons) with ordinality as t (r, n) order by n)
where array_to_string(reasons, ' ') like '%limits%';

alter table second_step rename to two_step;
alter table session rename column proved_ts to reauthenticated_ts;

alter table ticket drop constraint if exists ticket_purpose_check;
update ticket set purpose = case purpose when 'second' then 'two-step' when 'prove' then 'reauthenticate' else purpose end;
alter table ticket add constraint ticket_purpose_check
  check (purpose in ('two-step', 'passkey-login', 'passkey-register', 'reauthenticate'));

alter table credential_change rename column second_id to two_step_id;
alter table credential_change drop constraint if exists credential_change_what_check;
update credential_change set what = case what when 'second-on' then 'two-step-on' when 'second-off' then 'two-step-off' else what end;
alter table credential_change add constraint credential_change_what_check
  check (what in ('session', 'password', 'address', 'passkey-added', 'passkey-removed', 'two-step-on', 'two-step-off',
    'recovery-codes'));

update site_secret set name = 'two-step' where name = 'second-step';
update setting set key = 'staff_strong_auth' where key = 'staff_second_key';
