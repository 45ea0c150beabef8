import { endpoint } from '../endpoint'
import { arr, bool, id, int, nullable, obj, ok, oneOf, opt, type Static, text, ts } from '../shapes'
import { CONTACTS_MAX, checkInAnswers, checkInStates, contactStates, planStates } from './rules'

/** The event `date`, as each of the two sees the plan. */
export const DateEvent = obj({
  id: id(),
  partner_id: id(),
  at_ts: ts(),
  place: text(),
  note: text(),
  state: oneOf(planStates),
  /** The viewer made the current suggestion. */
  by_me: bool(),
})
export type DateEvent = Static<typeof DateEvent>

const Feedback = obj({ met: bool(), again: nullable(bool()), uncomfortable: nullable(bool()) })

export const DatePlan = obj({
  ...DateEvent.properties,
  /** Null, without a partner, if the viewer can't see them any more; the reason stays private. */
  partner_id: nullable(id()),
  partner: nullable(
    obj({ username: text(), url_hash: text(), photo: nullable(text()), photo_sizes: bool() }),
  ),
  /** The IANA zone in which the time was entered. */
  time_zone: text(),
  /** "How was it?" is waiting for an answer. */
  asks: bool(),
  feedback: nullable(Feedback),
  /** The viewer's own check-in for it. */
  check_in_id: nullable(id()),
})
export type DatePlan = Static<typeof DatePlan>

const Contact = obj({ name: text(), email: text(), state: oneOf(contactStates) })

export const CheckIn = obj({
  id: id(),
  date_id: nullable(id()),
  name: text(),
  place: text(),
  at_ts: ts(),
  end_ts: ts(),
  grace: int(),
  time_zone: text(),
  state: oneOf(checkInStates),
  /** When the next question is asked, and when the contacts are alerted without an answer to it. */
  ask_ts: ts(),
  alert_ts: ts(),
  laters_left: int(),
  /** How many times "I need help" was sent. */
  helps: int(),
  contacts: arr(Contact),
  /** For answers without a session; also in the email that asks. */
  key: text(),
})
export type CheckIn = Static<typeof CheckIn>

export const listDates = endpoint({
  method: 'GET',
  path: '/api/dates',
  access: 'active',
  summary: 'The member’s plans, upcoming first, and check-ins; check-ins are private and hidden from admins',
  input: {},
  reply: obj({ dates: arr(DatePlan), check_ins: arr(CheckIn) }),
  rates: [{ per: 'member', limit: 240, seconds: 600 }],
})

export const dateCalendar = endpoint({
  method: 'GET',
  path: '/api/date-calendar',
  access: 'active',
  summary: 'An accepted date as a calendar file',
  input: { id: id() },
  reply: ok,
  carries: 'file',
  rates: [{ per: 'member', limit: 60, seconds: 600 }],
})

export const saveCheckIn = endpoint({
  method: 'POST',
  path: '/api/check-in',
  access: 'active',
  summary:
    'Start or change a check-in, for an accepted date or one entered by hand; asks new contacts to confirm',
  input: {
    id: opt(id()),
    date_id: opt(id()),
    name: opt(text({ maxLength: 200 })),
    place: opt(text({ maxLength: 500 })),
    at_ts: ts(),
    end_ts: ts(),
    grace: int(),
    contacts: arr(obj({ name: text({ maxLength: 200 }), email: text({ maxLength: 254 }) }), {
      maxItems: CONTACTS_MAX,
    }),
  },
  reply: obj({ id: id(), contacts: arr(Contact) }),
  rates: [{ per: 'member', limit: 60, seconds: 3600 }],
  closedToImpersonation: true,
})

/** Never rate-limited, because "I need help" must always get through. */
export const answerCheckIn = endpoint({
  method: 'POST',
  path: '/api/check-in-answer',
  access: 'active',
  summary: '“I’m OK”, “30 more minutes” or “I need help”; returns the new state',
  input: {
    id: id(),
    answer: oneOf(checkInAnswers),
    // Beyond the specification: `helps` as the device knew it, so that a delayed "I'm OK" can't undo a later call for help.
    helps: opt(int()),
  },
  reply: obj({ state: oneOf(checkInStates) }),
  rates: [],
  closedToImpersonation: true,
})

export const deleteCheckIn = endpoint({
  method: 'POST',
  path: '/api/check-in-delete',
  access: 'active',
  summary: 'Delete a check-in with its contacts; also ends its alert page',
  input: { id: id() },
  reply: ok,
  rates: [{ per: 'member', limit: 60, seconds: 600 }],
  closedToImpersonation: true,
})

const key = text({ maxLength: 200 })

/** Of the member themselves, by the key in their email, whether or not they can log in. Says nothing about the date. */
export const readOwnCheckIn = endpoint({
  method: 'GET',
  path: '/api/own-check-in',
  access: 'public',
  summary:
    'A check-in by the key in the email to its member, who may have lost the session or the account’s use',
  input: { key },
  reply: obj({
    state: oneOf(checkInStates),
    ask_ts: ts(),
    alert_ts: ts(),
    laters_left: int(),
    helps: int(),
    time_zone: text(),
    /** How many contacts would be alerted. */
    confirmed: int(),
  }),
  rates: [{ per: 'address', limit: 120, seconds: 600 }],
})

/** Never rate-limited, like `answerCheckIn`. */
export const answerOwnCheckIn = endpoint({
  method: 'POST',
  path: '/api/own-check-in-answer',
  access: 'public',
  summary: 'Answers a check-in with the key in the email to its member, without a session',
  input: { key, answer: oneOf(checkInAnswers), helps: opt(int()) },
  reply: obj({ state: oneOf(checkInStates) }),
  rates: [],
})

export const answerContact = endpoint({
  method: 'POST',
  path: '/api/contact-answer',
  access: 'public',
  summary: 'Confirm to be a trusted contact, or never be emailed again; with the key from the email',
  input: { key, answer: oneOf(['confirm', 'stop']) },
  // The first name of the member; null once the check-in is deleted.
  reply: obj({ username: nullable(text()) }),
  rates: [{ per: 'address', limit: 60, seconds: 600 }],
})

/** The page /contact opens for mail programs that can only follow a link. */
export const stopContact = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  summary: 'Stop emails to a trusted contact with one click; with the key from the email',
  input: { key },
  reply: ok,
  carries: 'one-click',
  rates: [{ per: 'address', limit: 60, seconds: 600 }],
})

export const readAlert = endpoint({
  method: 'GET',
  path: '/api/alert',
  access: 'public',
  summary: 'The page behind an alert; 404 once it has ended or was deleted',
  input: { key },
  reply: obj({
    /** The first name of the member. */
    username: text(),
    state: oneOf(['alerted', 'ended']),
    /** They pressed "I need help". */
    help: bool(),
    alerted_ts: ts(),
    /** When the page ends. */
    until_ts: ts(),
    /** The rest is only there until the member is OK. */
    last_active_ts: nullable(ts()),
    date: nullable(
      obj({
        name: text(),
        age: nullable(int()),
        /** Signed; ends with the page. */
        photo_url: nullable(text()),
        place: text(),
        at_ts: ts(),
        end_ts: ts(),
        time_zone: text(),
      }),
    ),
  }),
  rates: [{ per: 'address', limit: 120, seconds: 600 }],
})

const yesNo = () => int({ maximum: 1 })

export const sendDateFeedback = endpoint({
  method: 'POST',
  path: '/api/date-feedback',
  access: 'active',
  summary: '“How was it?” after an accepted date; private, and counted without names',
  input: { id: id(), met: yesNo(), again: opt(yesNo()), uncomfortable: opt(yesNo()) },
  reply: ok,
  rates: [{ per: 'member', limit: 60, seconds: 600 }],
  closedToImpersonation: true,
})

export const deleteDateFeedback = endpoint({
  method: 'POST',
  path: '/api/date-feedback-delete',
  access: 'active',
  summary: 'Delete the answers about a date',
  input: { id: id() },
  reply: ok,
  rates: [{ per: 'member', limit: 60, seconds: 600 }],
  closedToImpersonation: true,
})
