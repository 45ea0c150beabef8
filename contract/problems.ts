import { staffProblems } from './admin/problems'
import { clientProblems, fillIn, type ProblemValues } from './client-problems'

/**
 * Every error of the API: code, status, message. The server throws by code; HTTP replies and socket acknowledgements
 * carry code, message and values. Codes are stable: clients decide by them. General codes have no dot, all others
 * start with their topic. docs/api-errors.md is generated from this table (`npm run docs:errors`).
 */
const TOO_MANY = clientProblems['too-many'][1]
const SERVER_ERROR = clientProblems['server-error'][1]

export const problems = {
  ...clientProblems,
  ...staffProblems,

  // Everywhere
  'unknown-call': [
    404,
    "This address doesn't exist. If this page has been open for a while, please reload it.",
  ],
  'bad-json': [400, 'The request is not valid JSON.'],
  'bad-content-type': [415, 'Please send JSON.'],
  'bad-upload-type': [415, 'Please send the file as a multipart form.'],
  'bad-upload': [400, 'The upload was incomplete or damaged. Please try again.'],
  'body-too-large': [413, 'The request is too large.'],
  'request-timeout': [408, 'The request took too long to arrive. Please try again.'],
  busy: [503, SERVER_ERROR],
  unavailable: [503, SERVER_ERROR],
  misconfigured: [500, SERVER_ERROR],
  'no-user': [404, 'User not found.'],

  // Sessions and access
  'access.unfinished': [403, 'Please finish signing up first.'],
  'access.premium': [403, 'This is a Premium feature.'],
  'access.admin': [403, 'Only admins can do this.'],
  'access.moderator': [403, 'Only moderators can do this.'],
  'access.key-missing': [
    403,
    "Please set up a passkey or two-step verification first. You'll find both in Settings under Password.",
  ],
  'access.impersonating': [403, "You can't do this while acting as a member."],
  'access.origin': [403, "You can't do this from another site."],
  'live.too-many': [429, TOO_MANY],

  // Log-in and access
  'login.one-way': [400, 'Please send a password, an access link or a code.'],
  'login.password': [403, 'Enter your password to confirm that this is your account'],
  'login.suspended': [400, 'Your account is suspended. Please write to us to appeal.'],
  'login.banned': [400, 'Your account has been banned. Please write to us to appeal.'],
  'email.confirmed': [400, 'Your email address is already confirmed.'],
  'email.same': [400, 'This is already your email address.'],
  'password.common': [400, 'This password is too common. Please choose another.'],
  'password.way': [
    403,
    'Please change your password in Settings, or choose “Forgot password” and use the link we email you.',
  ],
  'password.wrong': [400, "That isn't your current password. Please try again."],
  'passkey.refused': [400, "We couldn't verify this passkey. Please try again."],
  'passkey.late': [400, 'This took too long. Please try again.'],
  'passkey.limit': [400, 'You can have up to {n} passkeys.'],
  'passkey.unknown': [404, "We couldn't find this passkey."],
  'passkey.last': [409, 'This passkey is your only way to log in. Please confirm your email address first.'],
  'two-step.wrong': [400, "This code isn't right or has already been used. Please try another."],
  'two-step.used-up': [
    429,
    'Too many wrong codes have been entered for your account today. Please use a recovery code or a passkey.',
  ],
  'two-step.on': [409, 'Two-step verification is already on.'],
  'two-step.off': [409, 'Two-step verification is off.'],
  'two-step.late': [400, 'This took too long. Please start again.'],
  'access.reauthenticate': [403, "Please confirm that it's you first."],
  'reauthenticate.one-way': [400, 'Please send a password, a code or a passkey.'],
  'credentials.too-many': [
    429,
    "We've already sent you {n} security emails today, so this change has to wait. Please try again tomorrow.",
  ],
  'undo.key': [404, 'This link is invalid or has expired'],
  'undo.taken': [409, 'Your old email address now belongs to another account. Please write to us.'],

  // Sign-up and profile
  'profile.read-only': [400, "You can't change this after signing up."],
  'profile.newer': [409, 'You changed this on another device: {fields}. Please choose which to keep.'],
  'profile.unknown-field': [400, "This field doesn't exist."],
  'prompts.too-many': [400, "You've chosen too many discussion prompts. Please remove some."],
  'prompts.unknown': [400, "This discussion prompt doesn't exist."],
  'prompts.twice': [400, 'Please choose each discussion prompt only once.'],

  // Photos
  'photo.missing': [400, 'Please choose a photo.'],
  'photo.damaged': [400, "This photo is damaged, so we can't read it. Please choose another."],
  'photo.unknown': [404, "We couldn't find this photo."],
  'photo.claimed': [409, 'Another moderator is reviewing this photo.'],
  'photo.decided': [409, 'Another moderator has already reviewed this photo.'],
  'photo.own': [403, "You can't review your own photos. Another moderator will."],
  'photo.not-approved': [400, 'Only an approved photo can be your main photo.'],
  'photo-bank.unknown': [404, "We couldn't find any photos from this source."],
  'photo.order': [409, 'Your photos have changed in the meantime. Please try again.'],

  // Verified photos
  'verification.photos': [400, 'Please wait until one of your photos has been approved.'],
  'verification.waiting': [409, 'Our moderators are already checking your selfies.'],
  'verification.challenge': [404, 'These poses are no longer valid. Please start again.'],
  'verification.expired': [400, 'Your 90 seconds are up. Please start again.'],
  'verification.pose': [400, "These aren't the poses we asked for. Please start again."],
  'verification.frames': [400, 'Please send two selfies.'],
  'verification.camera': [400, 'Please take both selfies with your camera.'],
  'verification.same': [400, 'Please take one selfie of each pose.'],
  'verification.replayed': [400, 'These selfies have been sent before. Please take new ones.'],
  'verification.unknown': [404, "We couldn't find these selfies."],
  'verification.claimed': [409, 'Another moderator is reviewing these selfies.'],
  'verification.own': [403, "You can't review your own verification. Another moderator will."],
  'verification.second': [409, 'A second moderator has to review these selfies.'],
  'verification.reason': [400, 'Please choose a reason.'],
  'verification.changed': [409, 'The main photo has changed since these selfies were taken.'],
  'verification.removal-reason': [400, 'Please give a reason of at most 300 characters.'],
  'verification.none': [409, 'Their photos are not verified.'],
  'ask-to-verify.stranger': [403, "You can ask once you've written to each other."],
  'ask-to-verify.verified': [409, 'These photos are already verified.'],
  'ask-to-verify.wait': [429, 'You can only ask once a week.'],

  // Gestures, blocks, reports
  'gesture.self': [400, "You can't do this to yourself."],
  'gesture.likes': [429, "You've sent enough likes for today. You can send the next one in {left}."],
  'gesture.hides': [
    429,
    'You can block or pass on at most {n} people in 24 hours. The next one is possible in {left}.',
  ],
  'gesture.unknown': [400, "This action doesn't exist."],
  'list.unknown': [400, "This list doesn't exist."],
  'pages.minute': [429, "You're loading pages too quickly. Please wait a minute."],
  'pages.day': [429, "You've reached today's limit for viewing pages. Please come back tomorrow."],
  'search.sort': [400, "This sort order doesn't exist."],
  'search.too-long': [503, 'This search is taking too long right now. Please try again.'],
  'saved-search.unknown': [404, "We couldn't find this saved search."],
  'saved-search.empty': [400, 'Please choose at least one filter first.'],
  'saved-search.limit': [400, 'You can save up to {n} searches.'],
  'saved-search.twice': [400, 'You have already saved a search with these filters.'],
  'saved-search.mail': [400, 'Emails about a search can be none, daily or weekly.'],
  'report.recipient': [400, 'Please choose who you want to report.'],
  'report.ref': [404, "You haven't been in contact with this person in the last 180 days."],
  'report.message': [404, "We couldn't find this message in the conversation."],
  'report.daily': [
    429,
    "You've sent 30 reports in the last 24 hours. We'll review them all. Please try again later, or write to us.",
  ],
  'notice.unknown': [404, "We couldn't find this notice."],
  'report.unknown': [404, "We couldn't find this case."],
  'report.own': [403, "You can't handle a case that you're part of."],
  'report.taken': [409, 'Another moderator is handling this case.'],
  'report.closed': [409, 'This case is already closed.'],
  'report.erased': [400, 'This account has been erased. You can dismiss the case or ban the email address.'],
  'report.until': [400, 'A suspension must end in the future.'],
  'appeal.empty': [400, 'Please tell us why we should change the decision.'],
  'appeal.sent': [409, "You've already appealed. We'll write to you."],
  'appeal.unknown': [404, "We couldn't find this appeal."],
  'appeal.decided': [409, 'This appeal has already been decided.'],
  'appeal.same-admin': [403, 'You made the original decision, so someone else has to decide this appeal.'],
  'scam-rule.unknown': [404, "We couldn't find this rule."],
  'premium.until': [400, 'Premium must end in the future.'],
  'admin.lost': [403, 'You are no longer an admin.'],
  'ban.admin-only': [403, 'Only admins can lift a ban.'],
  'staff.admin-only': [403, 'Only admins can do this to an admin or a moderator.'],

  // Questions
  'questions.topic': [400, "This topic doesn't exist."],
  'questions.unknown': [404, "This question doesn't exist."],
  'questions.value': [400, "This value isn't allowed for {field}."],
  'questions.visibility': [400, 'An answer can be private or shown.'],
  'questions.consent': [403, 'Please agree to questions about intimacy and beliefs first.'],
  'questions.a-lot': [
    400,
    'At most {n} questions can matter a lot. Please choose “Somewhat” for another one first.',
  ],
  'questions.changes': [429, "You've changed {n} answers today. You can change more tomorrow."],
  'questions.opened': [429, "You've opened the answers of {n} people today. You can open more tomorrow."],

  // Messages
  'message.unknown': [404, "We couldn't find this message."],
  'message.flood': [429, TOO_MANY],
  'message.unanswered': [429, 'Please wait for a reply before you send more messages.'],
  'contact.preferences': [403, '{name} only accepts messages from people who match {their} preferences.'],
  'contact.verified': [403, '{name} only accepts messages from verified members.'],
  'contact.liked': [403, '{name} only accepts messages from people {they_like}.'],
  'contact.ended': [403, '{name} ended this conversation.'],
  'contact.closed': [403, "This member isn't accepting new messages."],
  'contact.unconfirmed': [403, "Please confirm your email address first. We've sent you a link."],
  'contact.enough': [429, "You've started enough conversations for today. You can still reply to people."],
  'contact.shield': [
    403,
    "Some of your messages look like the start of a scam. You can't start new conversations until a moderator has reviewed them, but you can still reply to people. We've emailed you about how to appeal.",
  ],
  'ask.scam': [409, 'Are you sure? Messages like this are often reported as scams.'],
  'ask.hurtful': [409, 'Are you sure? This could hurt.'],

  // Dates and check-ins
  'date.unknown': [404, "We couldn't find this date."],
  'date.stranger': [403, "You can plan a date once you've both written."],
  'date.open': [409, 'The two of you already have a plan. You can change or cancel it.'],
  'date.paused': [403, "You can't plan a date with this member right now."],
  'date.own-pause': [403, 'Your profile is paused. End the pause in Settings to plan a date.'],
  'date.time': [400, 'Please choose a time from now on, within the next 12 months.'],
  'date.place': [400, 'Please enter a place of at most 120 characters.'],
  'date.note': [400, 'The note can be at most 200 characters long.'],
  'date.limit': [429, "You've suggested enough dates for today. Please try again tomorrow."],
  'date.own': [403, 'You suggested this yourself. Please wait for an answer.'],
  'date.changed': [409, 'The plan has just changed. Please look at it again.'],
  'date.over': [409, 'This plan has already ended.'],
  'date.not-accepted': [409, 'Only an accepted date can be added to a calendar or a check-in.'],
  'date.not-over': [409, 'You can answer after the date.'],
  'check-in.unknown': [404, "We couldn't find this check-in."],
  'check-in.name': [400, 'Please enter the first name of the person you are meeting.'],
  'check-in.time': [
    400,
    'Please choose when you expect to be done: from now on, and within 48 hours of the start.',
  ],
  'check-in.grace': [400, 'The grace period is 15, 30 or 60 minutes.'],
  'check-in.contacts': [400, 'Please choose one to three different contacts.'],
  'check-in.contact-name': [400, 'Please enter the name of each contact, with letters only.'],
  'check-in.contact-self': [400, 'Please choose somebody else: this is your own email address.'],
  'check-in.confirm-first': [403, 'Please confirm your own email address first.'],
  'check-in.invites': [429, "You've asked enough people for now. Please try again later."],
  'check-in.limit': [400, 'You can have up to {n} check-ins.'],
  'check-in.over': [409, 'This check-in has already ended.'],
  'check-in.later': [409, 'You can add 30 minutes up to {n} times.'],
  'trusted-contact.key': [404, 'This link is invalid or has expired'],
  'alert.ended': [404, 'This page has ended.'],
  'check-in.newer': [409, 'You have asked for help since. Please answer again.'],

  // Settings and account
  'setting.unknown': [400, "This setting doesn't exist."],
  'setting.value': [400, "This value isn't allowed for this setting."],
  'content.twice': [400, 'This text already exists.'],
  'content.changed': [409, 'Somebody else has changed this text. Please look at it again.'],
  'content.full': [400, 'There can be at most {n} of these texts.'],
  'content.unknown': [404, "We couldn't find this text."],
  'job.unknown': [404, "We couldn't find this job. It may already be running again."],
  'period.invalid': [400, 'The period must start before it ends.'],
  'deactivate.too-soon': [400, 'You can deactivate your account once every 30 days.'],
  'push.off': [404, 'Push notifications are turned off on this site.'],
  'push.no-device': [400, 'Please choose “Notify me on this device” first.'],
  'push.unknown': [404, "We couldn't find this device."],
  'push.subscription': [400, "We don't recognise this push service."],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ProblemCode = keyof typeof problems

export const problemMessage = (code: ProblemCode, values?: ProblemValues): string =>
  fillIn(problems[code][1], values)

/** An error on the wire: the body of an HTTP reply, part of a socket acknowledgement, or the socket event `error`. */
export interface ProblemBody {
  code: ProblemCode
  message: string
  /** The values in the message, so that clients can write their own sentences. */
  values?: ProblemValues
}
