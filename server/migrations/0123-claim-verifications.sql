-- Selfies that wait are reserved for one moderator at a time, as photos are.
alter table verification add column claimed_by bigint, add column claimed_until_ts bigint;
