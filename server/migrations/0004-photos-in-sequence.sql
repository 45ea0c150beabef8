-- Photos uploaded within one second keep the order they came in: theirs is a number, not a time.
alter table photo add column seq bigint;
update photo p set seq = o.seq
  from (select name, row_number() over (order by created_ts, name) as seq from photo) o
  where o.name = p.name;
alter table photo alter column seq set not null, alter column seq add generated always as identity;
select setval(pg_get_serial_sequence('photo', 'seq'), coalesce(max(seq), 0) + 1, false) from photo;
comment on column photo.seq is 'the order of arrival, also within a second';
drop index photo_member;
create unique index photo_member on photo (member_id, seq);
