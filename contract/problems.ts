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
  'unknown-call': [404, 'There is no such call. If this page has been open for a while, please reload it.'],
  'bad-json': [400, 'The request is not valid JSON.'],
  'bad-content-type': [415, 'Please send JSON.'],
  'bad-upload-type': [415, 'Please send the file as a multipart form.'],
  'bad-upload': [400, 'The upload is incomplete or damaged.'],
  'body-too-large': [413, 'The request is too large.'],
  'request-timeout': [408, 'The request took too long to arrive.'],
  busy: [503, SERVER_ERROR],
  unavailable: [503, SERVER_ERROR],
  misconfigured: [500, SERVER_ERROR],
  'no-user': [404, 'User not found.'],

  // Sessions and access
  'access.unfinished': [403, 'Please finish signing up first.'],
  'access.premium': [403, 'This is a Premium feature.'],
  'access.admin': [403, 'Only admins may do this.'],
  'access.moderator': [403, 'Only moderators may do this.'],
  'access.key-missing': [
    403,
    'Please set up a passkey or two-step verification first, in your settings under Password.',
  ],
  'access.impersonating': [403, 'This is not possible while acting as a member.'],
  'access.origin': [403, 'This is not possible from another site.'],
  'live.too-many': [429, TOO_MANY],

  // Log-in and access
  'login.one-way': [400, 'Please send a password, an access link or a code.'],
  'login.suspended': [400, 'Your account is suspended. Please write to us to appeal.'],
  'login.banned': [400, 'Your account has been banned. Please write to us to appeal.'],
  'email.confirmed': [400, 'Your email address is already verified.'],
  'email.same': [400, 'This is your email address already.'],
  'password.common': [400, 'This password is too common. Please choose another.'],
  'password.way': [
    403,
    'Please change your password in the settings, or with the link we mail you when you choose “Forgot password”.',
  ],
  'password.wrong': [400, 'The current password is not right.'],
  'passkey.refused': [400, 'This passkey was not accepted. Please try again.'],
  'passkey.late': [400, 'This took too long. Please try again.'],
  'passkey.limit': [400, 'You can have up to {n} passkeys.'],
  'passkey.unknown': [404, 'There is no such passkey.'],
  'passkey.last': [409, 'This passkey is your only way in. Please confirm your email address first.'],
  'two-step.wrong': [400, 'This code is not right, or has been used already.'],
  'two-step.used-up': [
    429,
    'Too many wrong codes were entered for your account today. Please use a recovery code or a passkey.',
  ],
  'two-step.on': [409, 'Two-step verification is on already.'],
  'two-step.off': [409, 'Two-step verification is not on.'],
  'two-step.late': [400, 'This took too long. Please start again.'],
  'access.reauthenticate': [403, "Please confirm that it's you first."],
  'reauthenticate.one-way': [400, 'Please send a password, a code or a passkey.'],
  'undo.key': [404, 'This link is invalid or has expired'],
  'undo.taken': [409, 'Your old address belongs to another account now. Please write to us.'],

  // Sign-up and profile
  'profile.read-only': [400, 'This cannot be changed after registration.'],
  'profile.unknown-field': [400, 'There is no such field.'],
  'prompts.too-many': [400, 'You have chosen too many discussion prompts.'],
  'prompts.unknown': [400, 'There is no such discussion prompt.'],
  'prompts.twice': [400, 'Please choose each discussion prompt only once.'],

  // Photos
  'photo.missing': [400, 'Please choose a photo.'],
  'photo.damaged': [400, 'This photo is damaged and cannot be read.'],
  'photo.unknown': [404, 'There is no such photo.'],
  'photo.claimed': [409, 'Another moderator is looking at this photo.'],
  'photo.decided': [409, 'Another moderator has decided this photo.'],
  'photo.own': [403, 'Another moderator decides about your own photos.'],
  'photo.not-approved': [400, 'Only approved photos can be the main photo.'],
  'photo.order': [409, 'Your photos have changed meanwhile. Please try again.'],

  // Verified photos
  'verification.photos': [400, 'Please wait until one of your photos has been approved.'],
  'verification.waiting': [409, 'Your pictures are with our moderators.'],
  'verification.challenge': [404, 'These poses are no longer valid. Please start again.'],
  'verification.expired': [400, 'The 90 seconds are over. Please start again.'],
  'verification.pose': [400, 'These are not the poses asked for.'],
  'verification.frames': [400, 'Please send two pictures.'],
  'verification.camera': [400, 'These pictures do not come from the camera.'],
  'verification.same': [400, 'Please take a picture of each pose.'],
  'verification.replayed': [400, 'These pictures have been sent before.'],
  'verification.unknown': [404, 'There are no such pictures.'],
  'verification.own': [403, 'Another moderator decides about your own pictures.'],
  'verification.second': [409, 'Another moderator has to look as well.'],
  'verification.reason': [400, 'Please choose a reason.'],
  'verification.changed': [409, 'The main photo has changed since.'],
  'ask-to-verify.stranger': [403, 'Please write to each other first.'],
  'ask-to-verify.verified': [409, 'These photos are verified already.'],
  'ask-to-verify.wait': [429, 'You can ask again after a week.'],

  // Gestures, blocks, reports
  'gesture.self': [400, 'You cannot do this to yourself.'],
  'gesture.unknown': [400, 'There is no such action.'],
  'list.unknown': [400, 'There is no such list.'],
  'pages.minute': [429, 'You are leafing faster than anybody reads. Please wait a minute.'],
  'pages.day': [429, 'You have looked at as many pages as a day allows. Please come back tomorrow.'],
  'search.sort': [400, 'There is no such order.'],
  'search.too-long': [503, 'This search takes too long at the moment. Please try again.'],
  'saved-search.unknown': [404, 'There is no such saved search.'],
  'saved-search.empty': [400, 'Please choose at least one filter first.'],
  'saved-search.limit': [400, 'You can save up to {n} searches.'],
  'saved-search.mail': [400, 'Mail about a search is none, daily or weekly.'],
  'report.whom': [400, 'Please say whom you report.'],
  'report.ref': [404, 'There was no contact with this person in the last 180 days.'],
  'report.message': [404, 'There is no such message in this conversation.'],
  'report.unknown': [404, 'There is no such case.'],
  'report.own': [403, 'You cannot act on a case of your own.'],
  'report.taken': [409, 'Another moderator has this case.'],
  'report.closed': [409, 'This case is closed already.'],
  'report.erased': [400, 'This account has been erased. The case can be dismissed, or the address banned.'],
  'report.until': [400, 'A suspension must end in the future.'],
  'appeal.empty': [400, 'Please write why the decision should be changed.'],
  'appeal.sent': [409, 'You have appealed already. We will write to you.'],
  'appeal.unknown': [404, 'There is no such appeal.'],
  'appeal.decided': [409, 'This appeal has been decided already.'],
  'appeal.same-admin': [403, 'An appeal goes to another admin than the one who decided.'],
  'scam-rule.unknown': [404, 'There is no such rule.'],
  'premium.until': [400, 'Premium must end in the future.'],
  'admin.lost': [403, 'You are no longer an admin.'],
  'staff.admin-only': [403, 'Only admins may do this to an admin or a moderator.'],

  // Messages
  'message.unknown': [404, 'There is no such message.'],
  'message.flood': [429, TOO_MANY],
  'message.unanswered': [429, 'Please wait for an answer.'],
  'contact.preferences': [403, '{name} only accepts messages from people who match {their} preferences.'],
  'contact.verified': [403, '{name} only accepts messages from verified members.'],
  'contact.liked': [403, '{name} only accepts messages from people {they_like}.'],
  'contact.ended': [403, '{name} ended this conversation.'],
  'contact.closed': [403, "This member isn't accepting new messages."],
  'contact.unconfirmed': [403, "Please confirm your email address first. We've sent you a link."],
  'contact.enough': [429, "You've started enough conversations for today. You can still reply to people."],
  'contact.shield': [
    403,
    'You cannot start new conversations until a moderator has looked at your messages: some are like those of scams. We have written to you how to appeal. Answers are not limited.',
  ],
  'ask.scam': [409, 'Are you sure? Messages like this are often reported as scams.'],
  'ask.hurtful': [409, 'Are you sure? This could hurt.'],

  // Settings and account
  'setting.unknown': [400, 'There is no such setting.'],
  'setting.value': [400, 'This setting cannot have that value.'],
  'content.twice': [400, 'This text is there already.'],
  'content.unknown': [404, 'There is no such text.'],
  'job.unknown': [404, 'There is no such job, or it is on its way again.'],
  'period.invalid': [400, 'The period must begin before it ends.'],
  'deactivate.too-soon': [400, 'You can deactivate your account once in 30 days.'],
  'push.off': [404, 'Push notifications are switched off on this site.'],
  'push.subscription': [400, 'This is no address of a push service that we know.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ProblemCode = keyof typeof problems

export const problemMessage = (code: ProblemCode, values?: ProblemValues): string =>
  fillIn(problems[code][1], values)

/** An error on the wire: the body of an HTTP reply, a part of a socket acknowledgement, the socket event `error`. */
export interface ProblemBody {
  code: ProblemCode
  message: string
  /** The parts that the message was made of, for clients with sentences of their own. */
  values?: ProblemValues
}
