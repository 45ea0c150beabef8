-- Emails that come back damage the sender's reputation, and their member waits for them in vain.
alter table account add column undeliverable_ts bigint;
comment on column account.undeliverable_ts is 'when an email to the address came back; null again once the member confirms the address or changes it';
