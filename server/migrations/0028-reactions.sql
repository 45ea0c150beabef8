-- Two people write, and each has one reaction to a message at most: two columns of the message, which go with it
-- (docs/decisions/0050-conversations.md). No index knows them, so that setting one rewrites the row and nothing else.
alter table message add column sender_reaction text, add column receiver_reaction text;
comment on column message.sender_reaction is 'what its own writer says to it without words, one of six emoji';
comment on column message.receiver_reaction is 'the same of who received it';

-- Nothing stands in the new columns yet: the table need not be read for it.
alter table message add constraint message_reactions check (
  sender_reaction in ('❤️', '😂', '😮', '😢', '👍', '🔥') and receiver_reaction in ('❤️', '😂', '😮', '😢', '👍', '🔥')
) not valid;
