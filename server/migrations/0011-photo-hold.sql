-- Backups on their way. While one holds, no photo file is removed: its snapshot of the tables may still name it.
create table photo_hold (
  id bigint generated always as identity primary key,
  until_ts bigint not null
);
