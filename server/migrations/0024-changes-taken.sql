-- Matching saved searches takes a while and goes on in many short transactions. The changes it works on are set apart
-- meanwhile: whoever changes again need not wait, and what was broken off is taken up again.
alter table member_change
  add column taken boolean not null default false,
  drop constraint member_change_pkey,
  add primary key (member_id, taken);
