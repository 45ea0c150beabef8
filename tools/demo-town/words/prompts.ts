import type { Line } from './lives'

interface Prompt {
  question: string
  answers: readonly Line[]
}

const plain = (...texts: readonly string[]): Line[] => texts.map((text) => ({ text }))

/** Discussion prompts, each with answers that many different people could have written. */
export const prompts: readonly Prompt[] = [
  {
    question: 'What does a perfect Sunday look like to you?',
    answers: [
      ...plain(
        'Sleep until the sun is on my feet. Toast. A long walk. Something slow in the oven by four, and nobody looking at a clock.',
        'Market in the morning, {hobby} until lunch, and a nap that I’ll deny.',
        'Papers, pot of tea, washing on the line. A phone call with my sister. Leftovers that taste better than they did on Saturday.',
        'Out of the house early, home by noon with sore legs, then a book on the couch until I fall asleep on page eleven.',
        'Somebody else’s dog, a picnic rug, and a paper bag of cherries.',
        'No alarm, second coffee, {hobby}, and friends around for whatever is in the fridge.',
      ),
      { text: 'First swim, second breakfast, third nap.', settings: ['coast', 'tropics'] },
      {
        text: 'Fire on, soup on, rain on the roof. I’d like a second pair of socks on the hearth.',
        settings: ['hills', 'country'],
      },
      {
        text: 'Kids at their mates’ place, a whole newspaper and a hot coffee. Then I miss them by two o’clock.',
        kids: '+',
        from: 30,
        to: 52,
      },
    ],
  },
  {
    question: 'What small thing makes you unreasonably happy?',
    answers: plain(
      'When the whole bus says thank you to the driver.',
      'New sponge day.',
      'Getting all the green lights on the way home, with the right song on.',
      'A dog with its head out of a car window. Every time. I wave.',
      'The click of a really good pen.',
      'Finding a twenty in the winter coat. I put it back for next year.',
      'The first mango of the season. I eat it over the sink, like a wild animal.',
      'Clean sheets, and somebody else having put them on.',
      'When somebody remembers a thing I mentioned once.',
    ),
  },
  {
    question: 'Which meal would you cook to impress someone?',
    answers: [
      ...plain(
        'My mum’s chicken and rice. It’s not fancy. It has never failed.',
        'I’d make dumplings with you rather than for you. It’s more fun, and then the ugly ones are shared blame.',
        'A big pot of dal, three chutneys, and rice that I’ve only burnt once.',
        'Roast vegetables, good bread, too much garlic. Pavlova if I like you.',
        'Honestly? A perfect toasted sandwich, cut in triangles, with soup. I believe in doing simple things well.',
        'Lasagne, made the day before. The secret is time and a slightly rude amount of cheese.',
        'Grilled fish, lemon, potatoes. And then lamingtons from the lady down the road, presented honestly as hers.',
        'I’m a terrible cook, so I’d impress you with my loyalty to one excellent Thai place.',
      ),
      { text: 'A curry that takes all afternoon, so you have to come early and chop and tell me things.' },
    ],
  },
  {
    question: 'What is something you changed your mind about?',
    answers: [
      ...plain(
        'Cats. I was wrong, and they knew it all along.',
        'Being busy. I used to think it meant I was important.',
        'Coriander. It took thirty years and one very good soup.',
        'Crying in front of people. It turns out they mostly pass you a tissue and like you more.',
        'My home town. I couldn’t wait to leave, and now I drive visitors around it like a tour guide.',
        'Asking for help. I used to think it was a weakness; it’s just how you meet the neighbours.',
        'Camping. I said never. Then someone made me pancakes beside a river.',
      ),
      {
        text: 'Love at first sight. I no longer trust it. I trust love at about the ninth cup of tea.',
        from: 32,
      },
      {
        text: 'I thought I’d have it all sorted out by now. I’ve decided that nobody does, and that it’s fine.',
        to: 36,
      },
    ],
  },
  {
    question: 'Where would you take a visitor first?',
    answers: [
      {
        text: 'Straight to the water, with fish and chips, and a stern warning about the gulls.',
        settings: ['coast', 'tropics'],
      },
      {
        text: 'The lookout at dusk, and then the bakery first thing. That’s {city} in two acts.',
        settings: ['country', 'hills', 'coast'],
      },
      {
        text: 'A laneway with no sign, a stool, and the best noodles in {city}.',
        settings: ['city', 'suburb'],
      },
      {
        text: 'On the ferry or the tram or the train, whatever is moving. You see a place best through a window, with a sandwich.',
        settings: ['city', 'suburb'],
      },
      {
        text: 'Up the hill behind {city}, where you can see how much space we have got.',
        settings: ['country', 'hills', 'tropics'],
      },
      ...plain(
        'My friend’s back verandah. Nobody has ever wanted to leave it.',
        'The Saturday market in {city}. If you’re quiet on the way home, I know you liked it.',
        'The botanic gardens. I know which bench gets the afternoon sun.',
        'To my mum’s. You’ll be fed within four minutes.',
      ),
    ],
  },
  {
    question: 'What was your best worst date?',
    answers: plain(
      'We got locked in a botanical garden after closing time. The security guard drove us out on a golf buggy. I’ve never laughed so much.',
      'I waved at the wrong person, sat down and talked for ten minutes. They were very nice about it. So was the person they were really meeting.',
      'It rained on the picnic, an ibis took the cheese, and we ended up eating chips in the car with the windows fogged. I’d do that again tomorrow.',
      'I wore new shoes and walked home barefoot. My date carried one, I carried the other, and we’re still friends.',
      'Mini golf. I hit the windmill so hard that it stopped. They still have the sign up.',
      'We both brought a friend for safety. The friends are getting married in March.',
      'I spilled an entire laksa. White shirt. Not mine. We agreed it was an improvement.',
      'The film was so bad that we were the only two left at the end, out of politeness to each other.',
    ),
  },
  {
    question: 'Which song gets you onto the dance floor?',
    answers: [
      ...plain(
        'Anything by Kylie. I don’t make the rules.',
        'Nutbush. It’s in the constitution.',
        'Horses by Daryl Braithwaite. I’ll be shouting it with my eyes closed.',
        'September. If you can stand still to it, please see a doctor.',
        'Eagle Rock, although I stay fully dressed these days.',
        'It’s not the song, it’s the second person who gets up. I like to be that person.',
        'Dancing Queen, at any wedding, with any aunty.',
      ),
      { text: 'The Living End, and my knees pay for it until Wednesday.', from: 34 },
      { text: 'Whatever the DJ plays right after I have said that I’m leaving.', to: 40 },
    ],
  },
  {
    question: 'What are you learning at the moment?',
    answers: [
      ...plain(
        'How to say no without adding a paragraph of reasons.',
        'To swim freestyle properly. I breathe on one side and panic on the other.',
        'To make my grandmother’s dumplings. She measures in handfuls, and her hands are smaller than mine.',
        'Auslan, one evening a week. My favourite sign so far is "butterfly".',
        'The names of the trees on my street. I know nine. It has made every walk longer and better.',
        'Piano, from the very beginning, at my age. My neighbours have been saints.',
        'To listen to the end of the sentence.',
        'More about {hobby} than anyone has asked me to.',
      ),
      {
        text: 'Fractions, again, with my youngest. It’s not going any better than last time.',
        kids: '+',
        from: 32,
        to: 45,
      },
    ],
  },
  {
    question: 'What do your friends come to you for?',
    answers: plain(
      'Lifts to the airport, and the truth.',
      'Moving house. I own straps, a trolley and a cheerful attitude until about two o’clock.',
      'To be told that it’s not as bad as they think, and what to put in the email.',
      'Dinner. Also to borrow the big pot.',
      'I’m the one who knows a person. Plumber, dentist, someone who fixes accordions.',
      'A second opinion on a haircut. I’m gentle, but I’m clear.',
      'Calm. And snacks. Mostly snacks.',
      'They ring me when they lock themselves out. I have seven keys on my hook.',
    ),
  },
  {
    question: 'What are you quietly proud of?',
    answers: [
      ...plain(
        'I finished something hard that nobody knew I had started.',
        'I learned to say sorry properly, without a "but" in it.',
        'My friends. Some of us go back to primary school, and we still turn up.',
        'I stopped smoking on a Tuesday, for no reason, and never went back.',
        'Reading a whole speech at my best friend’s wedding without crying until the last line.',
        'That my plants, my people and my car are all still going.',
        'I once fixed the hot water by myself, with a video and a butter knife.',
      ),
      { text: 'My kids say please to everybody, including the robot vacuum.', kids: '+', from: 28 },
      { text: 'Starting again at this age, and finding that I quite like it.', from: 48 },
    ],
  },
  {
    question: 'Beach, bush or city, and why?',
    answers: [
      {
        text: 'Beach. Before eight, after five, and never without a hat.',
        settings: ['coast', 'tropics', 'city', 'suburb'],
      },
      { text: 'Bush. I like a place where the loudest thing is a kookaburra with an opinion.' },
      { text: 'City, for the trams, the noise, and the noodles at midnight.', settings: ['city', 'suburb'] },
      {
        text: 'Country, thank you. I can park anywhere and the post office lady knows my cousins.',
        settings: ['country', 'hills'],
      },
      ...plain(
        'Bush for the soul, beach for the hair, city for the dumplings. I refuse to choose.',
        'The bit where the bush comes right down to the beach. You can have both, if you walk far enough.',
        'Bush. The smell after rain should be sold in bottles.',
        'Beach in winter, with a thermos and nobody there.',
      ),
    ],
  },
  {
    question: 'What is a hill you will happily die on?',
    answers: plain(
      'It’s a potato cake. Or a scallop. I won’t say which until we have met.',
      'You put the milk in last, and you ask.',
      'The indicator goes on before the brake. We live in a society.',
      'Pineapple is a fruit, pizza is a mood, let people live.',
      'Socks at home. Always. I don’t care how warm it is.',
      'The best seat at the cinema is two rows back from where you think.',
      'A phone call is better than eleven messages.',
      'Tomato sauce lives in the cupboard. I’ve lost friends over it and I would again.',
      'Every meeting could have been a walk.',
    ),
  },
  {
    question: 'What would you like to do more of this year?',
    answers: [
      ...plain(
        'See the sunrise on purpose, and not because I couldn’t sleep.',
        'Have people over without cleaning first.',
        '{Hobby}, and less scrolling.',
        'Long lunches with people who don’t check the time.',
        'Say yes to the second invitation as well as the first.',
        'Trains. I want to cross the country on one and get off with stiff legs and new friends.',
        'Ring people instead of liking their photos.',
      ),
      { text: 'Kissing, frankly. And gardening.', wet: true },
      { text: 'Sleep. And then, fully rested, dancing.', from: 26, to: 50 },
    ],
  },
  {
    question: 'What does kindness look like in everyday life?',
    answers: plain(
      'Filling the kettle for the next person.',
      'Somebody who texts "home safe?" and waits for the answer.',
      'Remembering how you take your tea, and who you are worried about.',
      'Letting someone tell a story you have heard before.',
      'My neighbour puts my bin out when I forget. He has never mentioned it. I bake at him.',
      'Asking a second question.',
      'Giving up the window seat. I did say everyday kindness, not sainthood.',
      'Being on time. It says that the other person’s hour is worth as much as yours.',
    ),
  },
]

export const demoPrompts: readonly string[] = prompts.map((prompt) => prompt.question)
