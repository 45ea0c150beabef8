import * as calls from '@rosella/contract/questions/endpoints'
import { every, type Feature, MINUTE } from '../../platform/feature'
import { guarded } from '../../platform/http/route'
import type { Services } from '../../platform/services'
import type { MemberIndex } from '../../search-index/member-index'
import { answerQuestion, clearAnswer, listQuestions, saveConsent } from './answer-questions'
import { recountAnswers, sharedQuestions } from './share-answers'

export const questions = (services: Services & { memberIndex: MemberIndex }): Feature => {
  const deps = { ...services, answers: services.memberIndex.answers }
  return {
    routes: [
      guarded(calls.listQuestions, (viewer, input) => listQuestions(deps, viewer, input)),
      guarded(calls.answerQuestion, (viewer, input) => answerQuestion(deps, viewer, input)),
      guarded(calls.clearAnswer, (viewer, { question_id }) => clearAnswer(deps, viewer, question_id)),
      guarded(calls.saveConsent, (viewer, input) => saveConsent(deps, viewer, input)),
      guarded(calls.sharedQuestions, (viewer, input) => sharedQuestions(deps, viewer, input)),
    ],
    // Just after midnight there is something to do; the rest of the day it is one lookup in an index.
    schedules: [every(5 * MINUTE, 'recount-answers', recountAnswers(deps))],
  }
}
