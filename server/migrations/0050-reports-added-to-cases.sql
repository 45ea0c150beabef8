-- A reporter has at most three open cases about one member. A later report keeps its own sealed evidence and belongs to
-- one of them: it is closed without an outcome, because the case has one.
alter table report add column added_to bigint references report,
  drop constraint report_check,
  add constraint report_check check ((state = 'closed') = (outcome is not null or added_to is not null));
comment on column report.added_to is 'the open case that this later report was added to';
create index report_added_to on report (added_to) where added_to is not null;
