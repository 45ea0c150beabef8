-- What a member decides about how others see them: gender at birth on the profile, and the order of the photos.
alter table account add column show_gender_birth boolean not null default true;
alter table photo add column place bigint;
comment on column photo.place is 'where its owner has put it, in numbers of seq; null: where it came';
