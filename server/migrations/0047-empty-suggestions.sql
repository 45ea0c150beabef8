-- An empty list is stored too, so that a member with nobody to suggest does not start a search with every request.
alter table suggestion add column made_for text not null default '', add column tries smallint not null default 1;
comment on column suggestion.made_for is 'of an empty list: a hash of the facts about the member and the hours that it is valid for';
comment on column suggestion.tries is 'how often the list was assigned on this day';
