-- The end of a suspension or ban restores the status before it. Until now that status was lost: for members who are
-- suspended or banned now, the audit log still has their own status, and their cases have the other decisions. A direct decision
-- has replaced those of cases that were not milder.
alter table account add column status_before jsonb;
comment on column account.status_before is
  'the statuses that a suspension or ban has replaced, strictest first; read only while the member is suspended or banned';
with own as (
  select distinct on (a.member_id) a.member_id, (a.before ->> 'status')::int as status
  from audit a join member m on m.id = a.member_id and m.status in (3, 4)
  where (a.before ->> 'status')::int in (1, 2, 5) and (a.after ->> 'status')::int in (3, 4)
  order by a.member_id, a.id desc
), replaced as (
  select r.member_id, case r.outcome when 'banned' then 4 else 3 end as status, r.member_text as reason, r.until_ts, r.id
  from report r join member m on m.id = r.member_id and m.status in (3, 4) join account a on a.member_id = m.id
  where r.outcome in ('suspended', 'banned') and r.lifted_ts is null and a.status_report_id is distinct from r.id
    and (a.status_report_id is not null or m.status = 4 and r.outcome = 'suspended')
    and (r.outcome = 'banned' or r.until_ts is null or r.until_ts > extract(epoch from now())::bigint)
  union all
  select member_id, status, null, null, null from own
)
update account a set status_before = b.statuses from (
  select member_id, jsonb_agg(jsonb_build_object('status', status, 'status_reason', reason,
    'status_until_ts', until_ts, 'status_report_id', id)) as statuses
  from replaced group by member_id) b
where a.member_id = b.member_id;
