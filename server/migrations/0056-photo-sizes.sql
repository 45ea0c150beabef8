-- no transaction
-- Each statement can be repeated; the index is built while members read and write.

-- Whether the photo store has the derived sizes (contract/photos/rules.ts): false until the job make-photo-sizes has made
-- them, null if it can't. The previous version leaves it false, so its uploads are found too.
alter table photo add column if not exists has_sizes boolean default false;
create index concurrently if not exists photo_without_sizes on photo (seq) where has_sizes = false;
