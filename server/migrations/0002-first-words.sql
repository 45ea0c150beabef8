-- What a new site starts with; admins change it under /admin/content.

insert into prompt (question) values
  ('What does a perfect Sunday look like to you?'),
  ('What small thing makes you unreasonably happy?'),
  ('Which meal would you cook to impress someone?'),
  ('What is something you changed your mind about?'),
  ('Where would you take a visitor first?'),
  ('What was your best worst date?'),
  ('Which song gets you onto the dance floor?'),
  ('What are you learning at the moment?'),
  ('What do your friends come to you for?'),
  ('What are you quietly proud of?'),
  ('Beach, bush or city, and why?'),
  ('What is a hill you will happily die on?'),
  ('What would you like to do more of this year?'),
  ('What does kindness look like in everyday life?');

insert into tip (text) values
  ('Ask about something in their profile. "How is the sourdough?" beats "hey" every time.'),
  ('Meet in a public place the first few times, and make your own way there and back.'),
  ('Tell a friend where you are going, who you are meeting and when you expect to be home.'),
  ('Never send money to somebody you have not met, however good the story. Report it and let us look.'),
  ('Keep your home address, workplace and bank details to yourself until trust has been earned.'),
  ('A short video call before the first date saves an afternoon and sometimes more.'),
  ('A clear, recent photo in daylight does more than ten clever lines.'),
  ('No answer is an answer too. Be gracious, and spend your kindness on someone new.'),
  ('You can change your mind at any moment, on any date. So can they. No reasons needed.'),
  ('If something feels wrong, it is fine to leave. Block, report, and let our team take it from there.'),
  ('Say what you are looking for early. It feels brave, and it saves everybody a fortnight.'),
  ('Keep the first date short: a coffee or a walk. If it is lovely, there will be a second.'),
  ('Someone who rushes you off the site, or into big promises, is telling you something. Slow down.'),
  ('Humour travels badly in text. When in doubt, be warm before you are witty.');
