-- Texts that moderators insert into decisions, per reason and outcome (null: any).
create table reply_template (
  id integer generated always as identity primary key,
  title text not null unique check (length(title) between 1 and 80),
  body text not null check (length(body) between 1 and 1000),
  goes_to text not null check (goes_to in ('member', 'note')),
  reason_key text,
  outcome text check (outcome in ('dismissed', 'warned', 'suspended', 'banned')),
  active boolean not null default true,
  version integer not null default 1
);
comment on column reply_template.version is 'grows with every change, so that nobody overwrites a change they have not seen';
select watch_every_table();
