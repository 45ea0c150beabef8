import { describe, expect, test } from 'vitest'
import { judge } from './judge'
import { readSigns } from './read-signs'
import { learntWeights } from './wording'

const NOTHING = { sent: 0, received: 0, age: 0, mine: [], theirs: [] }
const asked = (text: string) => judge(readSigns(text), NOTHING).ask

describe('[P3 §7] scams in new wording', () => {
  test.each([
    'The crane fell on a worker and they keep me here until his operation is paid, 3,400. Could you wire a part of it?',
    'The courier wrote that the package is held, you have to settle the import duty of 275 and then it is yours',
    'My aunt has a team of traders. Deposit 600 on the exchange and follow my signals, in a month you double it',
    'I have your pictures and your facebook list. 500 in bitcoin by tonight or your boss gets them',
    'An uncle of mine needs an account for one payment, 6,000. You keep 500 and forward the rest to his client',
  ])('asks about: %s', (text) => expect(asked(text)).toBe(true))

  test.each([
    'The airbnb wants a 200 deposit by tonight, I put it on mine and we square up later?',
    'Can you send me a photo of your licence? The car hire wants both drivers',
    'The guy wanted me to download telegram and click a link to see his photos',
    'My uncle lost 20k on a platform that disappeared, he never met her',
    'We could meet at the station, text me when you get off the train, 0491 570 006',
    'I trade carbon credits for a living, which is as dull as it sounds',
    'haha 82k before tax, I teach year nine. you?',
    'Should I buy bitcoin or is it silly? You know about financial things',
    'Is it weird to give a gift card at a wedding? Quick, I have to decide',
    'The cabin wants 300 each for the deposit by Friday, can you do that?',
    'It is 30 a head if we bail, so no bailing',
    "Don't pay any agent, the certificate is 16 euro on the government page",
    'They charged him 4,500 and forgot to upload the police certificate',
    "I'm at the front of the market, 0491 570 006 if this app does not work",
    'Please send me your account so I can pay you back for the tickets',
    'They email you a link, you log in with the same email and the ticket is in your wallet',
  ])('does not ask about: %s', (text) => expect(asked(text)).toBe(false))
})

describe('the learnt wording', () => {
  const GRAVE = 'Download the broker app, deposit 500 and I guide you, my mentor guarantees 20% profit weekly'
  const KIND =
    ' haha thanks, coffee and dinner with the dog on the beach, lovely pub, picnic, cake, wine, garden'

  test('is not hidden by kind words around it', () => {
    expect(readSigns(GRAVE)).toContain('worded-clearly')
    expect(readSigns(GRAVE + KIND)).toContain('worded-clearly')
  })

  test('does not depend on length: a long ordinary message is still ordinary', () => {
    const talk =
      'On Saturday we took the train to Ballarat and my sister brought her dog, who ate the picnic. We paid 12 dollars ' +
      'for parking, lost the tickets, and the nice lady at the gate let us in. Then it rained and we had chips. '
    expect(judge(readSigns(talk), NOTHING).sum).toBe(0)
    expect(judge(readSigns(talk.repeat(12)), NOTHING)).toMatchObject({ ask: false, step: 0 })
  })

  test('ignores function words, which only show where somebody learnt English', () => {
    for (const word of ['i', 'u', 'am', 'is', 'the', 'dont', "don't", 'me', 'my', 'they', 'hello'])
      expect(learntWeights.of.has(word), word).toBe(false)
  })

  test('carries no weight for common words, texting habits, affection and politeness', () => {
    const words =
      'ur pls plz dear love god just your know babe honey darling kindly please want need say good'
    for (const word of words.split(' ')) expect(learntWeights.of.has(word), word).toBe(false)
    // A star marks a class of words, such as "to your phone".
    for (const name of learntWeights.of.keys())
      if (name.includes(' ') && !name.startsWith('*'))
        expect(
          name.split(' ').some((part) => words.split(' ').includes(part)),
          name,
        ).toBe(false)
  })

  test('needs more points if there are only weak signs', () => {
    expect(judge(['site-visit', 'site-address', 'worded-likely'], NOTHING)).toMatchObject({ sum: 5, step: 0 })
    expect(judge(['sum-asked', 'worded-likely', 'plea'], NOTHING)).toMatchObject({ sum: 6, step: 2 })
    const mine = ['site-visit', 'site-address', 'worded-likely'] as const
    expect(judge(['site-visit'], { ...NOTHING, mine })).toMatchObject({ sum: 6, step: 0 })
    expect(judge(['site-visit', 'worded-slightly'], { ...NOTHING, mine })).toMatchObject({ sum: 7, step: 2 })
  })

  test('does not count for replies, nor with another app between people who know each other', () => {
    const known = { sent: 9, received: 9, age: 6 * 86_400, mine: [], theirs: [] }
    const move = ['other-app', 'worded-likely'] as const
    expect(judge(move, NOTHING).counted).toEqual(move)
    expect(judge(move, known).counted).toEqual([])
    expect(judge(move, { ...NOTHING, theirs: ['phone-number'] }).counted).toEqual([])
  })

  test('names a subject for somebody who replies to a scammer without counting it', () => {
    const theirs = ['money-request', 'worded-likely'] as const
    expect(judge(['papers-named', 'worded-rather'], { ...NOTHING, theirs }).counted).toEqual([])
    expect(judge(['identity-papers'], { ...NOTHING, theirs }).counted).toEqual(['identity-papers'])
  })
})
