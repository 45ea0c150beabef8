const WITH_ACCOUNT = 'Until you change or remove it, or delete your account.'

/** Every kind of data the site holds about a member. Whoever adds a table adds a line here. */
export const kept: { what: string; why: string; until: string }[] = [
  {
    what: 'Email address, and whether it is confirmed',
    why: 'To log you in, to send you what you asked for, and to let you back in when you forget your password.',
    until:
      'Until you delete your account. A keyed hash of it, which cannot be read back, stays for 180 days, longer while a report about you is open, and for good if you are banned, so that a ban holds.',
  },
  {
    what: 'Password',
    why: 'To log you in. Only an argon2id hash is stored: nobody can read it.',
    until: 'Until you change it or delete your account.',
  },
  {
    what: 'Passkeys: their names, public keys and when they were added and last used; the encrypted secret of two-step verification and the hashes of its recovery codes',
    why: 'To log you in more safely. A public key opens nothing, and your fingerprint or face never leaves your device.',
    until:
      'Until you remove them or delete your account, and 48 hours longer, so that a change you did not make can be undone.',
  },
  {
    what: 'First name, gender, gender at birth, birthday, whom you are interested in, your goals',
    why: 'To show you to those you suit, and to keep out anyone under 18.',
    until: 'Until you delete your account.',
  },
  {
    what: 'City and country, with the position of the city’s centre',
    why: 'To show where you live, roughly. Your browser’s exact position finds the city once and is not stored.',
    until: WITH_ACCOUNT,
  },
  {
    what: 'What you write on your profile, and your answers to prompts',
    why: 'To show them to other members.',
    until: WITH_ACCOUNT,
  },
  {
    what: 'Photos, their size, a fingerprint and a tiny preview, and the moderators’ decisions about them',
    why: 'To show the approved ones, to tell you why one was rejected, and to find copies of a photo.',
    until:
      'Until you delete the photo or your account; the files go too. The fingerprints stay as long as the hash of your address does.',
  },
  {
    what: 'Two pictures of your camera, if you ask to have your photos verified, and what was decided',
    why: 'For moderators to compare them with your photos. No template of your face is made.',
    until:
      'The pictures until the decision, seven days at the most; no backup has them. A hash that cannot be turned back into a picture stays in the moderators’ log. The badge lasts two years, or until your main photo is another.',
  },
  {
    what: 'Likes, roses, favourites, views and blocks, with their times',
    why: 'They are what the site is for: to show who likes whom, and to keep blocked members apart.',
    until: 'Until you take them back where that is possible, or until one of the two accounts is deleted.',
  },
  {
    what: 'Messages, with their times and when they were read',
    why: 'To deliver them, and to show you your conversations.',
    until:
      'Until the sender deletes them, or until one of the two accounts is deleted. After that they are held encrypted, as the next entry says.',
  },
  {
    what: 'Messages that were deleted by their sender or with an account, encrypted',
    why: 'So that nobody escapes a report by deleting. Nobody can read them, no member, no moderator and no administrator, unless the other side of the conversation reports: then they become part of that report’s snapshot.',
    until: '90 days, then they are removed. Our backups never hold the keys to them.',
  },
  {
    what: 'With whom you had contact, and when it last was: a message, a like or rose received, a profile you opened',
    why: 'So that you can report somebody who has blocked you or left, and others you. It holds the first name and no words.',
    until: '180 days after the last contact, also after an account is deleted.',
  },
  {
    what: 'Whom you are not interested in, and who may write to you',
    why: 'To keep them out of your lists, and to tell others before they type.',
    until: WITH_ACCOUNT,
  },
  {
    what: 'The addresses of people you know, as a keyed hash only',
    why: 'To hide you from whoever has one of them. Nobody can read an address back, and you see only how many there are.',
    until: 'Until you remove them or delete your account.',
  },
  {
    what: 'Your settings, and when you last looked at your lists',
    why: 'To do as you chose, and to count what is new.',
    until: WITH_ACCOUNT,
  },
  {
    what: 'Sessions: a hash of the log-in token, the kind of device, when it was made and last used',
    why: 'To keep you logged in, and to let you end a session you do not know.',
    until: '30 days after the last use, or until you log out.',
  },
  {
    what: 'If you let us tell you on a device: the address that its browser gave us, and keys to encrypt for it',
    why: 'To send you a short notification. It travels through the push service of the browser’s maker (Google, Mozilla, Apple or Microsoft), encrypted so that only your browser can read it, and says neither who nor what.',
    until: 'Until you log out on that device, stop it there, or delete your account.',
  },
  {
    what: 'Which conversations, matches, likes and roses a mail has told you of or is to tell you of',
    why: 'To write once about a conversation until you open it, and at most once an hour.',
    until: 'Until it is told, a week at the most; of conversations until one of the two accounts is deleted.',
  },
  {
    what: 'Links and codes that we mailed to you, as hashes',
    why: 'To let each be used once.',
    until: 'Codes 10 minutes, links one hour, verification links 24 hours; then they are removed.',
  },
  {
    what: 'When a wrong code was entered for your account',
    why: 'To stop whoever tries one code after the other.',
    until: 'One day.',
  },
  {
    what: 'When you were last active or left, and whether you are online',
    why: 'For Recent Activity, the Online badge, and to mail only to those who are away.',
    until: 'Until you delete your account. Only the latest time is kept.',
  },
  {
    what: 'Reports by you and about you, with a snapshot of the profile, its photos and the conversation, their outcome and appeals',
    why: 'To protect members, and to be able to show later why we decided as we did.',
    until:
      'Kept after an account is deleted, for as long as the site runs: a deleted account must not erase the evidence.',
  },
  {
    what: 'What administrators did: who, when, what, before and after',
    why: 'So that power over accounts can be checked.',
    until: 'Kept for as long as the site runs, and cannot be changed.',
  },
  {
    what: 'Internet addresses',
    why: 'To limit attempts and floods.',
    until:
      'At most an hour, in memory only. The site’s own log names no addresses. How many mails an email address has been sent is counted for a day in the same way.',
  },
]
