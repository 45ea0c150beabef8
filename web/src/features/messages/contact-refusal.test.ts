import { problemMessage, problems } from '@rosella/contract/problems'
import { expect, test } from 'vitest'
import { isContactRefusal, isUnconfirmed } from './contact-refusal'

test('[P3 §5] a refusal that is about who may write is told from one about the message', () => {
  const refusals = [
    problemMessage('contact.preferences', { name: 'Anna', their: 'her' }),
    problemMessage('contact.liked', { name: 'Jo (she)', they_like: 'they' }),
    problemMessage('contact.ended', { name: 'Anna' }),
    problemMessage('contact.closed'),
    problemMessage('contact.enough'),
    problemMessage('contact.unconfirmed'),
  ]
  expect(refusals.map(isContactRefusal)).toEqual(refusals.map(() => true))
  // None of them is missing in the list of this file.
  const all = Object.entries(problems).filter(([code]) => code.startsWith('contact.'))
  expect(all.filter(([, [, words]]) => !isContactRefusal(words)).map(([code]) => code)).toEqual([])
  expect(isContactRefusal(problemMessage('message.link'))).toBe(false)
  expect(isContactRefusal(`${problemMessage('contact.closed')} Really`)).toBe(false)
  expect(refusals.map(isUnconfirmed)).toEqual([false, false, false, false, false, true])
})
