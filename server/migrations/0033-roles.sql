-- Who helps to run the site (docs/decisions/0053-roles.md). Those whom ADMIN_EMAILS names are admins whatever stands here.
alter table account add column role text check (role in ('admin', 'moderator'));
comment on column account.role is 'given by an admin on the member''s page; it counts while the address is confirmed';
create index account_role on account (member_id) where role is not null;
