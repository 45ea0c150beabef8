import type { Line } from './lives'

/** Opening sentences about what people are looking for. */
export const wishes: readonly Line[] = [
  {
    goals: 's',
    text: 'I’m looking for the real thing: someone to build a life with, one ordinary Tuesday at a time.',
  },
  {
    goals: 's',
    text: 'A partner. Somebody to cook with, argue kindly with and grow old and ridiculous with.',
  },
  {
    goals: 's',
    text: 'I’d like to meet one person, properly, and see where it goes. Hopefully a long way.',
  },
  { goals: 's', text: 'Something that lasts. I’m not after perfect, I’m after present.' },
  {
    goals: 's',
    from: 26,
    to: 42,
    text: 'Someone who also wants a home and perhaps a family, and who will laugh about it with me when it is three in the morning.',
  },
  {
    goals: 's',
    from: 30,
    text: 'A steady, affectionate love. I’ve tried fireworks and I now prefer a good lamp.',
  },
  { goals: 's', from: 45, text: 'A companion for the next good part. Someone who still holds hands.' },
  {
    goals: 's',
    from: 55,
    text: 'Someone to share the second half with: the travel, the garden and the crossword.',
  },
  {
    goals: 's',
    from: 60,
    text: 'Company, warmth, and somebody to sit beside at concerts. If it turns into love, all the better.',
  },
  {
    goals: 's',
    to: 50,
    kids: '+',
    text: 'Someone who understands that my kids come first, and who might one day like a seat at the noisy table.',
  },
  {
    goals: 'c',
    text: 'Good company and no pressure: dinners, swims, silly films. Let’s be honest and kind, and see.',
  },
  {
    goals: 'c',
    text: 'I’m not in a rush for anything serious. I’d love to meet fun people and have proper conversations.',
  },
  { goals: 'c', text: 'Someone to go to things with, flirt a little, and laugh a lot.' },
  {
    goals: 'c',
    to: 35,
    text: 'Dates that are actually fun. Mini golf, night markets, a gig. If it grows, it grows.',
  },
  {
    goals: 'c',
    from: 40,
    text: 'I have a full life already and I like it. I’d enjoy someone to enjoy bits of it with.',
  },
  {
    goals: 'e',
    text: 'I’m open. I’d like to meet somebody lovely and let it be whatever it turns out to be.',
  },
  { goals: 'e', text: 'Friends first is fine, more is fine, honesty isn’t optional.' },
  { goals: 'e', text: 'I don’t have a checklist, except that you’re kind and you can laugh at yourself.' },
  {
    goals: 'e',
    from: 35,
    text: 'I’d be happy with a great friend and happier still with a great love. Let’s start with coffee.',
  },
  { goals: 'e', to: 34, text: 'Someone who makes me put my phone down. The label can come later.' },
]

/** The person they imagine. */
export const qualities: readonly Line[] = [
  { text: 'You’re kind when nobody is looking, and you know what you think about mangoes.' },
  { text: 'You have your own friends, your own hobbies, and a spare evening.' },
  { text: 'I like people who ask questions back.' },
  { text: 'Curious beats cool. Warm beats clever. Both is lovely.' },
  { text: 'You can be quiet in a car without it being a problem.' },
  { text: 'You laugh out loud in cinemas and don’t mind being looked at.' },
  { text: 'I fall for people who are good at something and shy about it.' },
  { text: 'You’d rather walk than wait for the bus.' },
  { text: 'You like your family, or you have made a good one out of friends.' },
  { text: 'Bonus points if you can dance, double if you can’t and still do.' },
  { text: 'You say what you mean and you say it gently.' },
  { text: 'You read the whole menu and then order what I would have.' },
  { text: 'You have been through something and come out softer.' },
  { text: 'You return your trolley and you let people merge.' },
  { text: 'Somebody who’s up for a swim even when it is a bit too cold.', settings: ['coast', 'tropics'] },
  { text: 'Somebody who can stand a quiet night and a big sky.', settings: ['country', 'hills'] },
  { text: 'Somebody who likes wandering a city with no plan but lunch.', settings: ['city', 'suburb'] },
  { text: 'You don’t need to love {hobby}, but please be nice about it.' },
  { text: 'If you also like {hobby}, we’ll have plenty to talk about. If not, teach me your thing.' },
  { text: 'You make plans and keep them, more or less.' },
  {
    text: 'Age is a number, but please be old enough to miss a cassette being rewound with a pencil.',
    from: 44,
  },
  { text: 'You have some adventures left in you and a comfortable pair of shoes.', from: 50 },
  { text: 'You’re done with drama, except the kind with an interval.', from: 38 },
  { text: 'You’re working out who you are and you’re honest about it.', to: 30 },
  { text: 'You text in whole words, or at least in whole thoughts.', to: 45 },
  { text: 'You’re gentle with animals and firm with telemarketers.' },
  { text: 'You believe that dessert is part of the meal.' },
  { text: 'You apologise first about half of the time.' },
]

/** Suggestions for a first step. */
export const invitations: readonly Line[] = [
  { text: 'Tell me about the best meal you have had this month.' },
  { text: 'A walk and a coffee is a perfect first date. So is a hardware shop sausage.', wet: true },
  { text: 'A walk and a coffee is a perfect first date in my book.' },
  { text: 'Say hello with a song I should hear.' },
  { text: 'Send me your strongest harmless opinion.' },
  { text: 'I’m happy to chat for a bit first, and then let’s meet somewhere with people and cake.' },
  { text: 'If you’re near {city}, I know a good bench.' },
  { text: 'I answer everyone who writes more than "hey".' },
  { text: 'Start with your dog, if you have one.' },
  { text: 'Let’s skip the small talk: what did you want to be when you were nine?' },
  { text: 'I’ll bring the thermos.' },
  { text: 'A first date should have an easy exit and good snacks. I have ideas.' },
  { text: 'Distance is fine if you like trains and long phone calls.' },
  { text: 'If any of this made you smile, that’s enough of a reason to write.' },
]
