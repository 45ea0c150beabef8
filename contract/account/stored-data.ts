import { UNDO_SECONDS } from '../access/rules'
import { AUDIT_VALUE_SECONDS } from '../admin/rules'
import { KEEP_DATE_SECONDS } from '../dates/rules'
import { KNOWN_PHOTO_SECONDS, REJECTED_SECONDS } from '../photos/rules'
import {
  CONTACT_SECONDS,
  OPENING_SECONDS,
  RETAINED_SECONDS,
  SIGN_SECONDS,
  WARN_SECONDS,
} from '../safety/rules'
import { BADGE_SECONDS } from '../verification/rules'
import { INACTIVE_NOTICE_SECONDS, INACTIVE_SECONDS, TRACE_SECONDS, UNFINISHED_SECONDS } from './rules'

const days = (seconds: number): string => (seconds === 86_400 ? '1 day' : `${seconds / 86_400} days`)
const hours = (seconds: number): string => `${seconds / 3600} hours`

interface StoredData {
  what: string
  why: string
  until: string
  /** Tables, or columns of `account` and `member`, which store many kinds of data. */
  stores: readonly string[]
  /** Jobs that delete or change it on a schedule. */
  jobs?: readonly string[]
}

const WITH_ACCOUNT = 'Until you change or remove it, or delete your account.'

/** Every kind of data about a member, as the privacy page lists it. A test compares it with the database and the jobs. */
export const storedData: readonly StoredData[] = [
  {
    what: 'Your email address, whether you have confirmed it, and whether an email to it came back',
    why: 'To log you in, to send you the emails listed below, and to let you back in if you forget your password.',
    until: `Until you delete your account. If you confirmed the address, a keyed hash of it, which nobody can turn back into the address, stays for ${days(TRACE_SECONDS)} after that, longer while a report about you is open, and as long as a ban lasts.`,
    stores: [
      'account.email',
      'account.email_confirmed',
      'account.undeliverable_ts',
      'account.email_hash',
      'account.ban_hash',
      'erased_member',
      'banned_email',
    ],
    jobs: ['delete-erased-traces', 'collect-bounces'],
  },
  {
    what: 'Your password',
    why: 'To log you in. We store only an argon2id hash, which nobody can read.',
    until: 'Until you change it or delete your account.',
    stores: ['account.password_hash'],
  },
  {
    what: 'Your passkeys (names, public keys, when they were added and last used), the encrypted secret of two-step verification, and hashes of your recovery codes',
    why: 'To log you in more safely. Your fingerprint or face never leaves your device.',
    until: `Until you remove them or delete your account, and ${hours(UNDO_SECONDS)} longer so that you can undo a change you did not make.`,
    stores: ['passkey', 'two_step', 'recovery_code', 'credential_change', 'account.user_handle'],
    jobs: ['delete-expired'],
  },
  {
    what: 'Your first name, gender, birthday, the gender you are interested in, and when you joined',
    why: 'To show you to people you match, and to keep out anyone under 18.',
    until: `Until you delete your account. Unused accounts are deleted after ${(INACTIVE_SECONDS / 86_400 / 365) * 12} months; we email you ${days(INACTIVE_NOTICE_SECONDS)} before. Unfinished sign-ups are deleted after ${days(UNFINISHED_SECONDS)}.`,
    stores: [
      'member.username',
      'member.gender',
      'member.interested',
      'member.birthday',
      'member.created_ts',
      'member.profile_completed_ts',
      'member.url_hash',
      'account.inactive_notified_ts',
    ],
    jobs: ['notify-inactive', 'erase-inactive', 'erase-member'],
  },
  {
    what: 'Your city and country, with the position of the city’s centre',
    why: 'To show roughly where you live and how far away others are. If you share your exact position, we use it once to find the city and do not store it.',
    until: WITH_ACCOUNT,
    stores: [
      'member.country',
      'member.city',
      'member.latitude',
      'member.longitude',
      'member.town_id',
      'member.town_hidden',
    ],
  },
  {
    what: 'Your profile: everything you write or choose under Edit, including your goals, gender at birth and ethnicity if you state them, and your answers to prompts',
    why: 'To show it to other members, and to find people who match.',
    until: WITH_ACCOUNT,
    stores: ['profile', 'prompt_answer', 'member.ndp', 'account.show_gender_birth'],
  },
  {
    what: 'Your photos, their size, a fingerprint and a tiny preview, and the moderators’ decisions about them',
    why: 'To show the approved ones, to tell you why one was rejected, and to find copies of a photo.',
    until: `Until you delete the photo or your account. Rejected photos are deleted after ${days(REJECTED_SECONDS)}. Fingerprints stay for ${days(TRACE_SECONDS)} after you delete your account, longer while a report about you is open.`,
    stores: ['photo', 'erased_photo', 'member.photo', 'member.photos', 'member.approved_photos'],
    jobs: [
      'make-photo-sizes',
      'hash-photos',
      'delete-rejected-photos',
      'delete-orphan-photos',
      'photo-visibility',
    ],
  },
  {
    what: 'If your account is banned for a scam: the fingerprints of your photos, with the reason, the case and the date, but no picture',
    why: 'So that moderators recognise the photos if they are used again. Other dating sites may get the fingerprints, the reason and the date, but nothing about who you are. We also keep whether moderators rejected a photo that looked like one of these.',
    until: `${KNOWN_PHOTO_SECONDS / 86_400 / 365} years after the ban, or until the ban is reversed, even if you delete your account.`,
    stores: ['known_photo', 'seen_photo'],
    jobs: ['delete-known-photos'],
  },
  {
    what: 'Two selfies, if you ask us to verify your photos, and the decision',
    why: 'For moderators to compare with your photos. We make no template of your face.',
    until: `The selfies until the decision, at most 7 days; they are in no backup. A hash that nobody can turn back into a photo stays for ${BADGE_SECONDS / 31_557_600} years, so that the same selfie cannot be used again. The badge lasts just as long, or until your main photo changes.`,
    stores: [
      'verification',
      'verification_challenge',
      'verification_frame',
      'used_frame',
      'compared_photo',
      'member.verified_ts',
    ],
    jobs: ['expire-verifications'],
  },
  {
    what: 'Likes, roses, favourites, views, blocks, people you are not interested in, and requests to verify photos, with their times',
    why: 'To show likes and matches, to keep your lists, to keep blocked members apart, and to improve suggestions.',
    until: 'Until you undo them, where that is possible, or either account is deleted.',
    stores: ['relation'],
  },
  {
    what: 'Messages and reactions, with their times and when they were read',
    why: 'To deliver them, and to show you your conversations.',
    until:
      'Until the sender deletes them or one of the two accounts is deleted. After that they are retained encrypted, as described next.',
    stores: ['message'],
  },
  {
    what: 'Encrypted copies of messages deleted by their sender or along with an account',
    why: 'So that nobody escapes a report by deleting messages. No member, moderator or admin can read them unless the other person in the conversation files a report; they then become part of that report.',
    until: `${days(RETAINED_SECONDS)}. Our backups never contain the keys.`,
    stores: ['retained_message', 'retained_message_key'],
    jobs: ['delete-retained'],
  },
  {
    what: 'The people you had contact with (a message, a like or rose, or a profile you opened), and when you were last in contact',
    why: 'So that you can report someone who has blocked you or left, and they can report you. It contains first names and no text.',
    until: `${days(CONTACT_SECONDS)} after the last contact, even if an account is deleted.`,
    stores: ['past_contact'],
    jobs: ['delete-retained'],
  },
  {
    what: 'After you delete your account: your first name and the month of your last message for each person you wrote to, encrypted; and your former first names',
    why: 'So that we can warn these people if the account is banned for a scam, under the name they knew.',
    until: `${days(WARN_SECONDS)} after the last message or the change of name.`,
    stores: ['message_contact', 'former_name'],
    jobs: ['delete-retained'],
  },
  {
    what: 'Our warnings to you about banned members who wrote to you, and corrections',
    why: 'To protect you from a scam, and to let you know if we were wrong.',
    until: `${days(WARN_SECONDS)} after the warning or correction, or until you delete your account. Counts without names stay.`,
    stores: ['safety_notice', 'safety_notice_run'],
    jobs: ['delete-retained', 'send-safety-notices'],
  },
  {
    what: 'Signs of a scam in messages: which rule matched and when, and the warnings we showed. For first messages also a fingerprint of the text',
    why: 'To warn the person who receives the message, and to show a moderator why a case was opened. No text is stored here.',
    until: `${days(SIGN_SECONDS)}; fingerprints of first messages ${days(OPENING_SECONDS)}. Counts without names stay.`,
    stores: ['scam_sign', 'scam_warning', 'first_message', 'shield_event'],
    jobs: ['delete-old-signs'],
  },
  {
    what: 'Dates you plan with a member: time, time zone, each place and note that either of you wrote, and who suggested and answered',
    why: 'To show the plan to both of you, to remind you, and to offer it for your calendar. Places and notes are checked for scams and are part of a report, like messages.',
    until: `${days(KEEP_DATE_SECONDS)} after the date, or after it was declined or cancelled. If one of you deletes the account, the other still sees for that long that the date was cancelled, without a name.`,
    stores: ['date_plan', 'date_text'],
    jobs: ['delete-old-dates', 'date-notice'],
  },
  {
    what: 'Your check-ins: who you meet (first name, age and main photo), place and times, your answers, and the names and email addresses of your trusted contacts',
    why: 'To ask you “Are you OK?” and to alert your contacts if you don’t answer or ask for help. The person you meet and our staff don’t see any of it.',
    until: `${days(KEEP_DATE_SECONDS)} after the date, or until you delete the check-in or your account.`,
    stores: ['check_in', 'check_in_contact'],
    jobs: ['delete-old-dates', 'check-in'],
  },
  {
    what: 'For each address that a member entered as a trusted contact: a keyed hash, how many emails we have sent to it, and whether its owner asked us to stop',
    why: 'So that nobody gets more than two unanswered emails, and nobody who declined gets another.',
    until: 'Permanently. Nobody can turn the hash back into the address.',
    stores: ['contact_suppression'],
  },
  {
    what: 'Your answers to “How was it?” after a date',
    why: 'For you alone, and to count without names whether dates go well.',
    until: `Until you delete them; ${days(KEEP_DATE_SECONDS)} after the date we remove your name, and only the count stays.`,
    stores: ['date_feedback'],
    jobs: ['delete-old-dates'],
  },
  {
    what: 'Your preferences: the ages, distance and answers you are looking for, and who may message you',
    why: 'To choose the people you see and who see you, and to let others know before they write.',
    until: WITH_ACCOUNT,
    stores: ['preferences'],
  },
  {
    what: 'Your saved searches: name, filters, and when you last opened them or got an email about them',
    why: 'To run them again and to count who is new.',
    until: WITH_ACCOUNT,
    stores: ['saved_search', 'account.saved_mail_ts', 'member_change'],
    jobs: ['plan-saved-search-emails'],
  },
  {
    what: 'Your answers to questions: your choice, the answers you accept, how much each matters, whether you show it, and when you answered; how many you changed today; and whose shown answers you opened today',
    why: 'To show what you agree on with people who show their answers too, and to work out how well you match. Private answers are used for nothing. Staff see no private answers.',
    until:
      'Until you clear an answer or delete your account. What others’ numbers are computed from follows the next night. The list of people whose answers you opened is emptied after midnight.',
    stores: ['question_answer', 'question_member'],
    jobs: ['recount-answers'],
  },
  {
    what: 'If you agree to it: answers about intimacy and beliefs, which may say something about your sex life, health, faith or politics, and when you agreed',
    why: 'The same as for the other questions, and nothing else.',
    until:
      'Until you withdraw your consent, which deletes them everywhere straight away, or delete your account.',
    stores: ['question_answer', 'question_member'],
  },
  {
    what: 'Your daily For you suggestions, with the reasons shown',
    why: 'To show you the same people all day and not to repeat anyone too soon. Once a day we also compare the people you were shown with those you liked, to learn for the whole site whether age, distance, goals, interests and languages predict likes.',
    until: '30 days.',
    stores: ['suggestion', 'member.no_suggestions'],
    jobs: ['assign-suggestions'],
  },
  {
    what: 'How often your card was shown, opened and liked each day, and how many cards you saw and likes you sent',
    why: 'To suggest everyone fairly, and to estimate who you might like. We do not store which member saw which card.',
    until: '60 days. Daily totals without names stay.',
    stores: ['impression'],
    jobs: ['count-exposure'],
  },
  {
    what: 'How many pages of members we refused to load each day because you opened them too quickly',
    why: 'To find accounts that copy profiles.',
    until: 'Until you delete your account.',
    stores: ['refused_pages'],
  },
  {
    what: 'The addresses of people you know, as keyed hashes only',
    why: 'To hide you from them. Nobody can read an address back; you see only how many there are.',
    until: 'Until you remove them or delete your account.',
    stores: ['people_i_know'],
  },
  {
    what: 'Your settings: notifications, quiet hours, time zone, stealth mode, read receipts, pause, premium, and when you last opened your lists',
    why: 'To apply your choices, and to count what is new.',
    until: WITH_ACCOUNT,
    stores: [
      'account.summaries',
      'account.stealth_mode',
      'account.read_receipts',
      'account.notify_messages',
      'account.notify_matches',
      'account.notify_likes',
      'account.notify_roses',
      'account.notify_dates',
      'account.notify_saved',
      'account.quiet_from',
      'account.quiet_to',
      'account.time_zone',
      'account.seen_views_ts',
      'account.seen_likes_ts',
      'account.seen_roses_ts',
      'member.paused',
      'member.premium',
      'member.premium_until_ts',
    ],
    jobs: ['weekly-summaries'],
  },
  {
    what: 'Sessions: a hash of the log-in token, the kind of device, how you logged in, and when it was last used',
    why: 'To keep you logged in, and to let you end a session you do not recognise.',
    until: '30 days after the last use, or until you log out.',
    stores: ['session', 'login_challenge', 'account.device_epoch'],
    jobs: ['delete-expired'],
  },
  {
    what: 'Of a session that has ended: a hash of its log-in token, when it ended and why',
    why: 'So that the device it belonged to can tell you why you were logged out.',
    until: '90 days.',
    stores: ['ended_session'],
    jobs: ['delete-expired'],
  },
  {
    what: 'Hashes that mark sessions you ended, passkeys you removed, recovery codes you used, passwords and roles you no longer have, and accounts that were deleted',
    why: 'So that none of them comes back if we restore an older backup.',
    until:
      'Permanently. The hashes are of random values, and nobody can turn them back into anything about you.',
    stores: ['revocation'],
    jobs: ['log-revocations'],
  },
  {
    what: 'If you turn on notifications on a device: the address its browser gave us, and keys to encrypt for it',
    why: 'To send you a short notification. It travels through the push service of the browser’s maker (Google, Mozilla, Apple or Microsoft), encrypted so that only your browser can read it, and names nobody.',
    until: 'Until you log out on that device, turn notifications off there, or delete your account.',
    stores: ['push_subscription'],
    jobs: ['push'],
  },
  {
    what: 'Matches, likes and roses you have not been emailed about yet, and the last message of each conversation we emailed you about',
    why: 'To email you once about a conversation until you open it, and at most once an hour.',
    until:
      'Until the email is sent, at most a week; for conversations until one of the two accounts is deleted.',
    stores: ['notice', 'mailed_conversation', 'account.notice_mail_ts'],
    jobs: ['delete-notices'],
  },
  {
    what: 'Links and codes that we emailed to you, as hashes, and when a wrong code was entered',
    why: 'To let each be used once, and to stop anyone who tries one code after another.',
    until:
      'Codes work for 10 minutes, links for 1 hour, confirmation links for 24 hours. All are deleted a day later; wrong codes after 1 day.',
    stores: ['access_key', 'wrong_code'],
    jobs: ['delete-expired'],
  },
  {
    what: 'When you were last active, and whether you are online',
    why: 'For Recent Activity and the Online badge, and to email only people who are not on the site.',
    until: 'Until you delete your account. We keep only the latest time.',
    stores: ['activity'],
  },
  {
    what: 'The status of your account, its reason and end date, what it replaced, your role, and moderators’ notes about you',
    why: 'To apply decisions about your account.',
    until: 'Until you delete your account.',
    stores: [
      'member.status',
      'account.status_reason',
      'account.status_until_ts',
      'account.status_report_id',
      'account.status_before',
      'account.deactivated_ts',
      'account.notes',
      'account.role',
    ],
    jobs: ['lift-suspensions'],
  },
  {
    what: 'Reports by you and about you, with a snapshot of the profile, its photos and the conversation, their outcome, limits on messaging, and appeals',
    why: 'To protect members, and to be able to show later why we decided as we did.',
    until:
      'For as long as the site runs, even if an account is deleted, because deleting an account must not delete the evidence.',
    stores: ['report', 'report_snapshot', 'evidence_photo', 'appeal', 'messaging_restriction'],
  },
  {
    what: 'Actions of moderators and admins: who did what and when, and the values before and after',
    why: 'So that what staff do to accounts can be checked.',
    until: `For as long as the site runs. The values about a member are deleted after ${days(AUDIT_VALUE_SECONDS)}. The time of a suspension, a ban or its end is kept without the member, so that published numbers stay the same.`,
    stores: ['audit', 'status_change', 'impersonation_change', 'admin_email'],
    jobs: ['delete-old-audit-values'],
  },
  {
    what: 'Emails and notifications waiting to be sent',
    why: 'To send them, and to try again when a mail server does not respond.',
    until: 'Until they are sent; those that fail every time, 30 days.',
    stores: ['job'],
    jobs: ['delete-dead-jobs'],
  },
]

/** Data about the site itself, which says nothing about a member. @internal */
export const siteData: { stores: readonly string[]; jobs: readonly string[] } = {
  stores: [
    'member.id',
    'account.member_id',
    'backup_run',
    'orphan_photo',
    'photo_cleanup',
    'photo_lock',
    'prompt',
    'reply_template',
    'report_chain',
    'scam_rule',
    'schema_migration',
    'setting',
    'site_day',
    'site_secret',
    'suggestion_day',
    'tip',
    'town',
  ],
  jobs: ['count-days'],
}

/** Every kind of email, with the job that sends it. A test compares it with the jobs. */
export const emailKinds: readonly { job: string; what: string; off?: string }[] = [
  {
    job: 'access-mail',
    what: 'A link or code that you asked for: to log in, confirm your address or set a password',
  },
  {
    job: 'credential-mail',
    what: 'A notice of a log-in from a new device, or of a change to how you log in, with a link to undo it',
  },
  {
    job: 'banned-mail',
    what: 'A notice when someone tries to log in to a banned account, with how to appeal',
  },
  { job: 'case-mail', what: 'Decisions about your account, your reports and your appeals' },
  { job: 'safety-mail', what: 'Warnings about banned members who wrote to you, and corrections' },
  {
    job: 'notice-mail',
    what: 'New messages, matches, likes and roses, at most once an hour and not in your quiet hours',
    off: 'Settings, Notifications',
  },
  {
    job: 'date-notice',
    what: 'Dates: suggestions, changes, a reminder and “How was it?”, not in your quiet hours; and “Are you OK?” if you started a check-in',
    off: 'Settings, Notifications',
  },
  {
    job: 'contact-mail',
    what: 'To the trusted contacts you chose: a request to confirm, an alert, and the all-clear',
    off: 'the check-in, or “Don’t contact me” in the email',
  },
  {
    job: 'saved-search-mail',
    what: 'New people in your saved searches, at most once a day',
    off: 'the saved search, or Settings, Notifications',
  },
  { job: 'summary-mail', what: 'The weekly summary, when there is something new', off: 'Settings, Email' },
  {
    job: 'inactive-mail',
    what: `A notice ${days(INACTIVE_NOTICE_SECONDS)} before an unused account is deleted`,
  },
]

export interface StoredCookie {
  name: string
  /** The addresses that the browser sends it to. */
  path: string
  lifetime: string
  why: string
}

/** Every cookie. A test compares it with the cookies that the browser tests meet. */
export const cookies: readonly StoredCookie[] = [
  {
    name: 'seen_browser',
    path: '/api',
    lifetime: '180 days',
    why: 'Recognises a browser that you have logged in with before, so that a stranger who guesses passwords cannot lock you out, and so that we email you only about devices that are new. It says nothing about who you are, and part of it stops working when you change your password.',
  },
  {
    name: 'rosella_process',
    path: '/',
    lifetime: 'until you close the browser',
    why: 'Only on sites that run several server processes behind our load balancer: it keeps your chat connection with one process.',
  },
]
