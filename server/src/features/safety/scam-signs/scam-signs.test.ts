import { describe, expect, test } from 'vitest'
import { judgeConversation } from '../../../../../bench/judge-conversation'
import { foldText } from './fold-text'
import { isHurtful } from './hurtful'
import { judge, restrictsInAll } from './judge'
import { readSigns } from './read-signs'
import { type RuleKey, scamRules } from './rules'
import { simhash } from './simhash'

const NOTHING = { sent: 0, received: 0, age: 0, mine: [], theirs: [] }

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
  'names of object properties are ordinary words: %s',
  (word) => {
    for (const text of [word, `call 04 ${word} 91`, `1 ${word} dollars`, `4${word}`, `${word}4`])
      expect(() => readSigns(text)).not.toThrow()
  },
)

describe('[P3 §7] text is folded first', () => {
  test('case, accents, full-width and look-alike letters, invisible characters', () => {
    expect(foldText('ＷｈÁtsАpp')).toBe('whatsapp')
    expect(foldText('Tele\u200bgr\u00adam')).toBe('telegram')
    expect(foldText('𝓫𝓲𝓽𝓬𝓸𝓲𝓷')).toBe('bitcoin')
    // An m stays an m, although the table maps it to look-alikes.
    expect(foldText('mum 10')).toBe('mum 10')
  })

  test.each([
    'add me on WhatsApp',
    'add me on W h a t s a p p',
    'add me on w.h.a.t.s.a.p.p',
    'add me on wh4tsapp',
    'add me on whats app',
    'add me on whatssapp',
    'add me on Whats\u200bАpp',
  ])('%s is another app', (text) => {
    expect(readSigns(text)).toContain('other-app')
  })

  test.each([
    'call 0491 570 156',
    'zero four nine one five seven zero one five six',
    '+44 seven seven double-o nine double-o two one three',
    '0491 57O I56',
    '0four91 five70 one56',
  ])('%s is a telephone number', (text) => {
    expect(readSigns(text)).toContain('phone-number')
  })

  test.each(['look at name.com', 'name dot com', 'name [.] com', 'name (dot) com', 'hxxps://name.example'])(
    '%s is a web address',
    (text) => {
      expect(readSigns(text)).toContain('site-address')
    },
  )

  test.each([
    'Great.So I was there',
    'ok.me too',
    'See you on 12.11.2026 at 7.30',
    'my flat is on level 20 of 1200',
  ])('%s is neither', (text) => {
    expect(readSigns(text)).toEqual([])
  })
})

describe('[P3 §7] signs', () => {
  test.each([
    ['money-request', 'Could you lend me 450 until Friday?'],
    [
      'money-trouble',
      'I was robbed in Lima and the hotel wants 900 dollars before they let me go, can you help?',
    ],
    ['fee-first', 'The parcel is yours, you only have to pay the customs fee of 320 to the agent'],
    ['investment-offer', 'I trade ethereum with my uncle and I can teach you how'],
    ['investment-gain', 'It pays 3% every day'],
    ['gift-card', 'Please get me two Steam cards and send me the codes'],
    ['passwords', 'Tell me the password of your netbank'],
    ['identity-papers', 'Send me a copy of your passport, front and back'],
    ['bank-details', 'Give me your account number and BSB'],
    ['site-check', 'You have to verify at safe-date.example before we meet'],
    ['paid-company', 'I give my sugar baby 900 weekly'],
    ['money-mule', 'My boss sends payments to your account and you keep 10 percent'],
    ['threat', 'Pay me 300 or I will send the screenshots to your family'],
  ])('%s: %s', (rule, text) => {
    expect(readSigns(text)).toContain(rule)
  })

  test.each([
    'I work in crypto, I do the books for an exchange',
    'My brother lost a lot on bitcoin, never again',
    'Dinner is on me, you get the drinks',
    'I had to pay 300 for a tyre',
    'My passport costs 400 dollars to renew, robbery',
    'Send me a photo of your dog please',
    'I bought my nephew a steam card for his birthday',
    'I transferred you the 40 for the concert, check your account',
    'My mum is in hospital so I am slow to answer',
    'We should delete this app, I think I found a good one',
    'Could you teach me to surf?',
  ])('does not ask about: %s', (text) => {
    expect(judge(readSigns(text), NOTHING)).toMatchObject({ ask: false, step: 0 })
  })
})

describe('[P3 §7] what the shield had missed', () => {
  test.each([
    'Send me a nude of you, just for me',
    'Can you send me a naked pic?',
    'I want to see your body on cam, take your clothes off',
    'wanna trade nudes?',
    'Record a video of you touching yourself for me',
    'show me ur boobs',
  ])('a request for intimate pictures or video asks: %s', (text) => {
    expect(readSigns(text)).toContain('intimate-pictures')
    expect(judge(readSigns(text), NOTHING)).toMatchObject({ ask: true, step: 2 })
  })

  test.each([
    'we need $8k in Bitcoin before sunrise',
    'The barrister requires the sum of $4,800 to be remitted for the release of the fund to you as the beneficiary',
    'Kindly remit the clearance charge of 1,850 dollars so that the consignment is delivered to you',
    'A code will arrive on your phone, tell me the six numbers',
    'I sent a code to your phone by mistake, can you text it back to me?',
    'please forward me the verification code that you got by sms',
    'Sign out of your icloud and log in with mine for a minute',
    'I want 500 or your boss sees the video of you',
  ])('asks about: %s', (text) =>
    expect(judge(readSigns(text), NOTHING)).toMatchObject({ ask: true, step: 2 }),
  )

  test.each([
    'Now, where is the payment?',
    'Have you bought the cards?',
    'did u send the money yet',
    'I am still waiting for the transfer',
    'What did the SMS say?',
  ])('a short follow-up only counts for the member who raised the subject: %s', (text) => {
    expect(judge(readSigns(text), { ...NOTHING, mine: ['money-request'] }).counted).not.toEqual([])
    expect(judge(readSigns(text), NOTHING)).toMatchObject({ ask: false, counted: [] })
    expect(judge(readSigns(text), { ...NOTHING, theirs: ['money-request'] }).counted).toEqual([])
  })

  test.each([
    'oh four nine one, five seven oh, one five six',
    'zero four nine one five seven zero one five six',
    'nought four nine one, five seven nought, double one six',
    'my number is four ninety-one five seventy one fifty-six, put a zero in front',
    'o four nine 1 five 7 o 1 five six',
  ])('a spelt-out phone number: %s', (text) => expect(readSigns(text)).toContain('phone-number'))
})

describe('[P3 §7] what the shield had wrong', () => {
  test.each([
    ['film budgets', 'The film had a budget of 200 million dollars, do you want to see it?'],
    ['film budgets', 'It made 1.2 billion, you would love the gold scene and the inheritance story'],
    ['photos', "I'll take some pictures and send them to you"],
    ['photos', 'I will send the video to your family too, your mum will love it'],
    ['texting', '0k np'],
    ['texting', 'c u l8r m8, gr8 2 c u 2day'],
    ['texting', "k i'm 0n my way, b there @ 7, w8 4 me"],
    ['sayings', 'Hard work pays off, you know'],
    ['sayings', 'It all pays off in the end, send me your good luck'],
    ['telling', 'I had the weirdest message on here today. "Kindly add me on H4ng0uts my queen"'],
    ['years', 'I studied there 2016-2020'],
    ['years', 'I was in Perth 2014 - 2018, then in Cairns 2018 to 2022'],
  ])('%s: %s', (_, text) => expect(readSigns(text)).toEqual([]))

  test('a short texting word disguises nothing, unlike a long one', () => {
    expect(readSigns('Could you lend me 600 dollars, I p4y you soon')).not.toContain('disguise')
    expect(readSigns('Could you lend me 600 dollars, I tr4nsfer it soon')).toContain('disguise')
  })

  test('officialese about a film is none', () => {
    const text = 'the barrister is required to pay you the sum of $4,800 as the beneficiary'
    expect(readSigns(`Then ${text}`)).toContain('official-claim')
    expect(readSigns(`In that film ${text}`)).not.toContain('official-claim')
  })

  test('an invitation to another app that is only named keeps its sign', () => {
    expect(readSigns("Download and scan, you will like. I'm hardly at this website")).toContain('move-named')
  })

  test('700 week is money, and 3 weeks are not', () => {
    expect(readSigns('i want a sugar baby, 700 week')).toContain('paid-company')
    expect(readSigns('i want a sugar baby, 3 week')).not.toContain('paid-company')
    expect(readSigns('i want a sugar baby, 21 weeks')).not.toContain('paid-company')
  })
})

/** The judgement of the last of several messages of one member. */
function judgeInARow(texts: readonly string[]) {
  let mine: RuleKey[] = []
  return texts.map((text, n) => {
    const earlier = texts.slice(Math.max(0, n - 8), n).map((one) => ({ text: one, isMine: true }))
    const judged = judge(readSigns(text, earlier), { ...NOTHING, sent: n, mine })
    mine = judged.all
    return judged
  })
}

describe('[P3 §7] a request that is spread over several messages', () => {
  test.each([
    ['money', 'parts-money', ['my wallet got stolen', 'hostel wants 260 by tonight', 'could u help me out']],
    ['a code', 'parts-code', ['so im locked out', 'u get a text in a sec', 'the six numbers. read it to me']],
    [
      'a gift card',
      'parts-card',
      ['i need a voucher', 'paysafe, any shop has it', 'then send a pic of the back'],
    ],
    ['an investment', 'parts-gains', ['my broker is a genius', 'forex mostly', 'profit every day since may']],
    [
      'a parcel',
      'parts-parcel',
      ['i posted a box of gifts', 'its on hold at the port', 'they will call you'],
    ],
    [
      'an account',
      'parts-mule',
      ['my clients pay slowly', 'could they pay into your account', 'you keep 10 percent'],
    ],
    ['a threat', 'parts-threat', ['i recorded everything', 'got your contact list too', '500 by tonight']],
    ['a check', 'parts-check', ['get a date pass first', 'i come over after', 'text the admin']],
    [
      'company',
      'parts-company',
      ['i like to spoil someone', '900 every friday', 'just tell me ur bank account'],
    ],
    [
      'pictures',
      'parts-pictures',
      ['you look nice', 'turn your camera on', 'i want to see you without clothes'],
    ],
    ['another app', 'parts-move', ['i hardly use this site', 'my telegram is lena_example', 'add me there']],
    [
      'goods',
      'parts-goods',
      ['my flat is free from june', 'im overseas so i post the keys', 'pay the bond, 1120, and its yours'],
    ],
    [
      'a plight',
      'parts-money',
      ['they kick me out tomorrow', 'the gap is 340', 'i hate asking, no one else i know'],
    ],
    ['a cause', 'parts-money', ['the little ones have no food', '50 is a sack', 'any u can']],
    ['a code without a reason', 'parts-code', ['i send u code', 'it goes to ur phone', 'just tell me it']],
    ['a trade of pictures', 'parts-pictures', ['i go first', 'no face ok', 'take off the top']],
    [
      'proof of age',
      'parts-check',
      ['everyone has to prove ur 18', 'join the site', 'any debit card does it'],
    ],
    ['a ritual', 'parts-money', ['a curse is on you', 'nine candles are $45', 'tell nobody until then']],
    [
      'money back',
      'parts-money',
      ['my savings went to a fake app', 'a recovery expert can trace it', '400 upfront opens the file'],
    ],
    [
      'a job far away',
      'parts-papers',
      ['i got a job offer in canada', 'the agent wants 450', 'even 100, please'],
    ],
  ] as const)('%s', (_, rule, texts) => {
    const judged = judgeInARow(texts)
    expect(judged.at(-1)?.counted).toContain(rule)
    // The receiver is warned. The sender is not asked, because no single message asks for something grave.
    expect(judged.map(({ step }) => step)).toEqual([0, 0, 2])
    expect(judged.map(({ ask }) => ask)).toEqual([false, false, false])
    // Each message on its own is ordinary.
    for (const text of texts) expect(judge(readSigns(text), NOTHING).ask).toBe(false)
  })

  test.each([
    ['a lost card', ['my wallet got stolen', 'bank cancelled the card', 'new one by friday']],
    [
      'a code at the door',
      ['the code for the gate is 4471', 'did u get a text from me', 'read it out if it beeps'],
    ],
    [
      'a present',
      ['he wants a steam card for his birthday', 'where do you get them', 'do i keep the receipt'],
    ],
    ['a parcel', ['my parcel is on hold', 'customs again', 'paid 40 and its coming']],
    ['savings', ['put a bit in bitcoin years ago', 'down 20 percent', 'never again']],
    ['a mishap', ['my bike got stolen', '900 dollars gone', 'can you believe it']],
    ['a photo of the couch', ['send a pic', 'of the couch', 'i go first, here is mine']],
    ['a share', ['tickets are 165', 'i get 4 and you pay me your half', 'by friday please']],
  ])('not %s', (_, texts) => {
    for (const { step } of judgeInARow(texts)) expect(step).toBe(0)
  })

  test('is complete once: later messages do not count it again', () => {
    const texts = ['my wallet got stolen', 'hostel wants 260 by tonight', 'could u help me out', 'ok?', 'thx']
    const isCounted = judgeInARow(texts).map(({ counted }) => counted.includes('parts-money'))
    expect(isCounted).toEqual([false, false, true, false, false])
  })

  test('is not completed by a message from long before', () => {
    const talk = Array.from({ length: 8 }, () => 'the dog is asleep')
    const texts = ['my wallet got stolen', 'hostel wants 260 by tonight', ...talk, 'could u help me out']
    expect(judgeInARow(texts).at(-1)?.step).toBe(0)
  })
})

describe('[P3 §7] talk of two people that looks like a scam', () => {
  /** Lines of the sender start with ">", those of the other member with "<". */
  const judgeTalk = (lines: readonly string[]) =>
    judgeConversation(lines.map((line, n) => ({ from: line.charAt(0), ts: n * 60, text: line.slice(2) })))
  const INVESTMENT = [
    '> u work hard',
    '< too hard',
    '> i dont anymore',
    '< how',
    '> usdt. short ones. 30 sec',
    '< sounds risky',
    '> teacher calls it we follow. never red',
    '< lol',
    '> 300 n u see tonight',
  ]

  test.each([
    ['an investment', 'talk-money', INVESTMENT],
    [
      'an account',
      'talk-money',
      [
        '< hows work',
        '> busy. clients pay late',
        '< annoying',
        '> need someone w local acc',
        '< for what',
        '> money in, money out. 8 percent urs',
      ],
    ],
    [
      'an email address',
      'talk-move',
      [
        '> hi again',
        '< hi',
        '> my inbox here is broken, cant see pics',
        '< mine works',
        '> send them to my mail? lena.k at gmail',
      ],
    ],
  ] as const)('%s: the receiver is warned, the sender is not asked', (_, rule, lines) => {
    const judged = judgeTalk(lines)
    expect(judged.at(-1)).toMatchObject({ step: 2, ask: false })
    expect(judged.flatMap(({ counted }) => counted)).toContain(rule)
  })

  test('needs a reply, and a subject in the message itself', () => {
    expect(judgeTalk(INVESTMENT.filter((line) => line.startsWith('>'))).at(-1)?.counted).toEqual([])
    expect(judgeTalk([...INVESTMENT.slice(0, -1), '> you are lovely']).at(-1)?.counted).toEqual([])
  })

  test.each([
    [
      'a vet',
      ['> vet was 420', '< omg is she ok', '> yeah just a grass seed', '< poor thing', '> poor wallet'],
    ],
    ['a car', ['> car died', '< nooo', '> 900 for a gearbox', '< take the train to me?', '> ok yeah']],
    ['tickets', ['> got the tickets', '< how much', '> 85 each', '< payid?', '> same as my number']],
    ['coins', ['> u ever do crypto', '< lost 200 on doge', '> hahaha', '< u?', '> never. scared']],
  ])('not %s', (_, lines) => {
    for (const { step } of judgeTalk(lines)) expect(step).toBe(0)
  })

  test('never restricts, however often it is found', () => {
    const keys: RuleKey[] = ['talk-money', 'talk-papers', 'talk-invest', 'talk-site', 'talk-move']
    expect(judge(keys, NOTHING)).toMatchObject({ sum: 25, step: 2, ask: false })
    const conversation = { isWarned: true, keys, recent: keys }
    expect(restrictsInAll([conversation, conversation, conversation])).toBe(false)
  })

  test('small signs mean nothing in ordinary talk, and a clear request in it still counts', () => {
    const coffee = [
      '> hi',
      '< hey',
      '> coffee at the markets on sunday?',
      '< sure',
      '> haha great, see you at the gate',
    ]
    expect(
      judgeTalk([...coffee, '< 10?', '> signal is easier than this app, text me there']).at(-1),
    ).toMatchObject({
      counted: [],
      step: 0,
    })
    for (const text of [
      'A code will arrive on your phone, tell me the six numbers',
      'dont know, im hardly here. add me on telegram @lena_example',
    ])
      expect(judgeTalk([...coffee, '< 10?', `> ${text}`]).at(-1)).toMatchObject({ step: 2 })
  })

  test('counts a message that only presses, after a subject that the sender has named', () => {
    const judged = judgeTalk([
      '> finance mob are taking the tractor',
      '< oh no how much',
      '> 1870 overdue',
      '< can the bank help?',
      '> no bank, they want it tonight',
      '< i have 900',
      '> thatd hold em. send it to my payid',
      '< ok but you pay back',
      '> i swear. dont tell your sister',
    ])
    expect(judged.at(-1)?.counted).toContain('talk-money')
    expect(judged.at(-1)).toMatchObject({ step: 2, ask: false })
  })

  test('a part of a request that the other member named first is a reply', () => {
    const judged = judgeTalk([
      '< where should we meet',
      '> u have the badge?',
      '< what badge',
      '> date badge. shows ur not a creep',
      '< lol no',
      '> 5 min online. i dont go out without it',
      '< send link i guess',
    ])
    expect(judged.at(-1)?.counted).toEqual([])
  })
})

describe('[P3 §7] texting spelling', () => {
  test.each([
    ['can you send me 350 please, I am stuck', 'cn u snd me 350 pls, im stuck'],
    ['text me your number on telegram', 'txt me ur numba on telegram'],
    ['I can not ask anyone else, lend me 200 dollars', 'I can not ask any1 else, lend me 200 dollars'],
    ['it earns 4% daily, I show you', 'it earns 4% dly, i show u'],
  ])('is read like plain writing: %s', (plain, texted) => {
    const subjects = (text: string) =>
      readSigns(text).filter(
        (key) => scamRules[key].subject !== 'wording' && scamRules[key].subject !== 'manner',
      )
    expect(subjects(plain)).not.toEqual([])
    expect(subjects(texted)).toEqual(subjects(plain))
  })

  test.each(['c u 2nite hun, cnt wait', 'im votin 4 tim lol', 'r u comin or wat', 'jus txt me wen ur dn'])(
    'is no sign: %s',
    (text) => expect(readSigns(text)).toEqual([]),
  )
})

describe('[P3 §7] a question needs more than a warning', () => {
  test.each([
    'yeah 410, you can send me half whenever',
    "i'm putting 50 a week in eth, my colleague won't shut up about it",
    'They refunded 118 of the 140 and kept a booking fee. I sent your part this morning, check your account',
  ])('does not ask about: %s', (text) => expect(judge(readSigns(text), NOTHING).ask).toBe(false))

  test('six points warn, eight ask, and what several messages show together only warns', () => {
    expect(judge(['money-request', 'worded-rather'], NOTHING)).toMatchObject({ sum: 5, ask: false, step: 0 })
    expect(judge(['money-request', 'worded-likely'], NOTHING)).toMatchObject({ sum: 6, ask: false, step: 2 })
    expect(judge(['money-request', 'worded-clearly'], NOTHING)).toMatchObject({ sum: 8, ask: true, step: 2 })
    expect(judge(['parts-money'], NOTHING)).toMatchObject({ sum: 5, ask: false, step: 2 })
    expect(judge(['parts-money', 'worded-clearly'], NOTHING)).toMatchObject({ sum: 10, ask: false, step: 2 })
    // A grave request asks on its own.
    expect(judge(['text-code'], NOTHING)).toMatchObject({ sum: 5, ask: true, step: 2 })
  })
})

describe('[P3 §7] a restriction needs a subject in each of two warned conversations', () => {
  const warned = (keys: RuleKey[], recent = keys) => ({ isWarned: true, keys, recent })
  // Ten points.
  const grave = warned(['text-code', 'money-request', 'sum-asked'])

  test('two grave conversations restrict, and one does not', () => {
    expect(restrictsInAll([grave, grave])).toBe(true)
    expect(restrictsInAll([grave])).toBe(false)
    expect(restrictsInAll([grave, { ...grave, isWarned: false }])).toBe(false)
  })

  test('nine points each do not restrict, nor does wording without a subject', () => {
    const less = warned(['text-code', 'money-request', 'plea'])
    expect(restrictsInAll([less, less])).toBe(false)
    const wording = warned(['worded-clearly', 'worded-clearly', 'pressing', 'disguise'])
    expect(restrictsInAll([wording, wording, wording])).toBe(false)
  })

  test('28 points of a week restrict, if at least two conversations have a subject', () => {
    const part = warned(['money-request', 'no-way-back'])
    expect(restrictsInAll([part, part, part])).toBe(false)
    expect(restrictsInAll([part, part, part, part])).toBe(true)
    expect(restrictsInAll([part, part, part, warned(part.keys, [])])).toBe(false)
  })
})

describe('[P3 §7] wording alone never asks, warns or restricts', () => {
  test.each([
    'Dear, take care. I am just reaching home. Love you a lot.',
    'Good afternoon my love, I wish you a great day, you are my first thought as always and I adore you',
    'Can you pls pls send me an email on all you know about relatives coming here? Thanks',
    'So many people seem special at first sight, but only very few will remain special until your last. Take care',
    'I beg you my dear, trust me, god bless you, only you understand me, please hurry',
  ])('%s', (text) => expect(readSigns(text)).toEqual([]))

  test('several subjects that are only named count as one', () => {
    const signs = readSigns('do you have insta? i cant upload the video here')
    expect(signs.filter((key) => ['site-named', 'threat-hinted'].includes(key))).toHaveLength(1)
  })

  test('it strengthens a subject of the same message', () => {
    expect(judge(['worded-clearly'], NOTHING).counted).toEqual([])
    expect(judge(['worded-clearly'], { ...NOTHING, mine: ['money-request'] }).counted).toEqual([])
    expect(judge(['money-request', 'worded-clearly'], NOTHING)).toMatchObject({ ask: true, step: 2 })
    expect(judge(['money-request', 'worded-likely'], { ...NOTHING, theirs: ['fortune'] }).counted).toEqual([])
  })
})

describe('[P3 §7] a topic only counts against the member who brought it up', () => {
  const talk = (...lines: [from: 'a' | 'b', day: number, text: string][]) =>
    judgeConversation(lines.map(([from, day, text]) => ({ from, ts: day * 86_400, text })))

  test('not against the member who replies', () => {
    const judged = talk(
      ['a', 0, 'I am leaving this site today, add me on Telegram'],
      ['b', 0, 'Sure, my WhatsApp number is 0491 570 156, text me there'],
      ['a', 1, 'I need your help dear, can you lend me 600? I am stranded at the airport'],
      ['b', 1, 'Oh no! Can I wire you 600? What are your bank details?'],
    )
    expect(judged.map(({ step }) => step)).toEqual([2, 0, 2, 0])
    expect(judged.map(({ ask }) => ask)).toEqual([false, false, true, false])
    expect(judged[1]?.counted).toEqual([])
  })

  test('a phone number after weeks of conversation counts against nobody', () => {
    const weeks = Array.from({ length: 20 }, (_, n): ['a' | 'b', number, string] => [
      n % 2 === 0 ? 'a' : 'b',
      n,
      'How was your day?',
    ])
    const judged = talk(...weeks, ['a', 21, 'Shall we talk on WhatsApp? I am never here. 0491 570 156'])
    expect(judged.at(-1)).toMatchObject({ ask: false, step: 0, counted: [] })
    expect(talk(['a', 0, 'Shall we talk on WhatsApp? I am never here. 0491 570 156'])[0]).toMatchObject({
      step: 2,
    })
  })

  test('signs add up over messages, and repetitions add little', () => {
    const [first, second] = talk(
      ['a', 0, 'Do you have WhatsApp?'],
      ['a', 0, 'Do you have WhatsApp? Here is my number 0491 570 156'],
    )
    // Ordinary members exchange numbers too.
    expect([first?.step, second?.step]).toEqual([0, 0])
    const [, leaving] = talk(
      ['a', 0, 'Do you have WhatsApp?'],
      ['a', 0, 'WhatsApp is better, I am never here. 0491 570 156'],
    )
    expect(leaving?.step).toBe(2)
    const same = Array.from({ length: 9 }, (): ['a', number, string] => ['a', 0, 'call me 0491 570 156'])
    expect(talk(...same).at(-1)?.step).toBe(0)
  })
})

describe('[P3 §7] bad language in a first message', () => {
  test.each(['you stupid bitch', 'send me your nudes', 'show me ur tits', 'you are so ugly'])(
    '%s could hurt',
    (text) => expect(isHurtful(text)).toBe(true),
  )
  test.each([
    'Bloody hell, what a day',
    'no shit, you were in Lima too?',
    'That film was so fucking good',
    'you are not ugly at all',
    'My dog is fat and lazy',
    'root vegetables are my thing',
    'You have a cockatoo!',
  ])('%s could not', (text) => expect(isHurtful(text)).toBe(false))
})

describe('similar texts', () => {
  const bits = (one: string, other: string) => {
    const [a, b] = [simhash(one), simhash(other)]
    if (a === undefined || b === undefined) return undefined
    let apart = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
    let count = 0
    for (; apart > 0n; apart &= apart - 1n) count++
    return count
  }
  const opening =
    'I saw your profile and I feel that you are a sincere person, I would love to know more about you and your dreams'
  test('are within 7 of 64 bits with another name or a small change, others are far apart', () => {
    expect(bits(`Hi Anna, ${opening}`, `Hello Bea! ${opening} 😊`)).toBe(0)
    expect(bits(opening, `${opening} today`)).toBeLessThanOrEqual(7)
    expect(
      bits(
        opening,
        'You also like the Prom in winter? I camped there with my brother and a very angry wombat last June',
      ),
    ).toBeGreaterThan(12)
    expect(simhash('Hi Anna, how are you?')).toBeUndefined()
  })
})
