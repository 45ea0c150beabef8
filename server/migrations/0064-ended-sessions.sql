-- Why a session ended, so that the browser that still has its token can say so (server/src/members/sessions.ts).
create table ended_session (
  token_hash bytea primary key,
  why text not null,
  ended_ts bigint not null default extract(epoch from now())::bigint
);
create index ended_session_ended on ended_session (ended_ts);
