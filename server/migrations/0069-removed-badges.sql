-- A badge that staff removed, and the reason that the member is told. The state stays 'approved', which the previous
-- release shows as no badge.
alter table verification add column removed_ts bigint;
alter table verification add column removed_reason text;
