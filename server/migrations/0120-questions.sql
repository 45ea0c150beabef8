-- Questions (docs/specification/part-4.md § 4). The texts are in contract/questions/questions.ts; ids are permanent.

-- A member's side of the questions. Its row is locked by every change of their answers and by the nightly recount.
create table question_member (
  member_id bigint primary key references member on delete cascade,
  sensitive_ts bigint,
  published bytea not null default '',
  published_ts bigint not null default 0,
  recount_day date,
  changes_day date,
  changes smallint not null default 0,
  opened_day date,
  opened bigint[] not null default '{}'
);
comment on column question_member.sensitive_ts is 'when the member agreed to sensitive topics, null if they did not';
comment on column question_member.published is
  'the shown answers as of the last recount, 4 bytes each: id << 10 | choice << 7 | accepts << 2 | importance';
comment on column question_member.recount_day is 'the day of the site on which the next recount reads this member';
comment on column question_member.changes is 'answers changed or cleared on changes_day';
comment on column question_member.opened is 'the members whose shown answers were opened on opened_day';
create index question_member_recount on question_member (recount_day, member_id) where recount_day is not null;
create index question_member_published on question_member (published_ts) where published_ts > 0;
create index question_member_opened on question_member (opened_day) where opened_day is not null;

create table question_answer (
  member_id bigint not null references member on delete cascade,
  question_id smallint not null,
  choice smallint not null check (choice between 0 and 4),
  accepts smallint not null check (accepts between 1 and 31),
  importance smallint not null check (importance between 0 and 2),
  shown boolean not null,
  answered_ts bigint not null,
  primary key (member_id, question_id)
);
comment on column question_answer.accepts is 'one bit per choice';
comment on column question_answer.answered_ts is 'of the first answer; a change keeps it';

select watch_every_table();
