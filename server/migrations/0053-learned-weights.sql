-- What the score learned from the lists of the last 30 days (docs/decisions/0066-learn-weights-from-the-site.md).
alter table suggestion_day add column learned jsonb;
comment on column suggestion_day.learned is 'weights of the profile features and how many cards they come from; names no member';
