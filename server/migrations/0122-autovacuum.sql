-- no transaction
-- By default a table is vacuumed when a fifth of its rows has changed: for millions of rows that is rare and then takes long.
-- docs/operations/sizing.md explains the values. None of these statements blocks reads or writes.
alter table relation set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table message set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table activity set (autovacuum_vacuum_scale_factor = 0.02);
alter table member set (autovacuum_vacuum_scale_factor = 0.02);
alter table session set (autovacuum_vacuum_scale_factor = 0.02);
alter table notice set (autovacuum_vacuum_scale_factor = 0.02);
-- A few rows that change all the time.
alter table job set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
