import { endpoint } from '../endpoint'
import { arr, bool, id, int, nullable, obj, oneOf, opt, type Static, text, ts } from '../shapes'
import { topicNames, visibilities } from './rules'

const topic = () => oneOf(topicNames, { problem: 'questions.topic' })
const visibility = () => oneOf(visibilities, { problem: 'questions.visibility' })

const OwnAnswer = obj({
  /** The place of a choice in `choices`, from 0. */
  choice: int(),
  accepts: arr(int()),
  importance: int({ maximum: 2 }),
  visibility: visibility(),
  answered_ts: ts(),
})

export const OwnQuestion = obj({
  id: id(),
  topic: topic(),
  text: text(),
  choices: arr(text()),
  answer: nullable(OwnAnswer),
})
export type OwnQuestion = Static<typeof OwnQuestion>

const limits = {
  /** How many stored answers may still be changed or cleared today. */
  changes_left: int(),
  /** How many more questions may matter "a lot". */
  a_lot_left: int(),
}

/** Nobody else may read private answers, so these calls are closed to impersonation. */
export const listQuestions = endpoint({
  method: 'GET',
  path: '/api/questions',
  access: 'active',
  summary: 'The questions with the member’s answers; sensitive topics only after consent',
  input: { topic: opt(topic()) },
  reply: obj({
    items: arr(OwnQuestion),
    topics: arr(obj({ topic: topic(), label: text(), sensitive: bool(), questions: int(), answered: int() })),
    /** Whether the member agreed to be asked about the sensitive topics. */
    sensitive: bool(),
    ...limits,
  }),
  closedToImpersonation: true,
})

export const answerQuestion = endpoint({
  method: 'POST',
  path: '/api/answer',
  access: 'active',
  summary: 'Answer a question, or change the answer',
  input: {
    question_id: id(),
    choice: int(),
    accepts: arr(int(), { maxItems: 20 }),
    importance: int({ maximum: 2 }),
    visibility: visibility(),
  },
  reply: obj({ answer: OwnAnswer, ...limits }),
  closedToImpersonation: true,
})

export const clearAnswer = endpoint({
  method: 'POST',
  path: '/api/answer-clear',
  access: 'active',
  summary: 'Delete the answer to a question',
  input: { question_id: id() },
  reply: obj(limits),
  closedToImpersonation: true,
})

export const saveConsent = endpoint({
  method: 'POST',
  path: '/api/questions-consent',
  access: 'active',
  summary: 'Agree to questions about sensitive topics, or withdraw it, which deletes their answers',
  input: { sensitive: int({ maximum: 1 }) },
  reply: obj({ sensitive: bool() }),
  closedToImpersonation: true,
})

export const sharedQuestions = endpoint({
  method: 'GET',
  path: '/api/shared-questions',
  access: 'active',
  summary: 'The questions that the viewer and a member both answered and show, agreements first',
  input: { url_hash: text({ maxLength: 64 }) },
  reply: obj({
    agree: int(),
    common: int(),
    match: nullable(int({ maximum: 95 })),
    items: arr(
      obj({
        id: id(),
        topic: topic(),
        text: text(),
        mine: text(),
        theirs: text(),
        agree: bool(),
      }),
    ),
  }),
})
