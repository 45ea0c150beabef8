-- The moderators' lists of approved and rejected photos, the latest decision first.
create index photo_decided on photo (approved, approved_ts desc, name desc);
