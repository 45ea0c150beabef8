-- So that a ban for a scam also recognises photos that were reported and then deleted by their owner.
alter table evidence_photo add column pdq bytea;
comment on column evidence_photo.pdq is 'as photo.pdq when the photo was reported';
update evidence_photo e set pdq = p.pdq from photo p where p.name = e.original;
