import type { AustralianState, DemoPerson } from '../person'
import type { Setting } from '../places'

/** A sentence, and the people it fits. Omitted conditions do not matter. */
export interface Line {
  text: string
  from?: number
  to?: number
  kids?: DemoPerson['kids']
  marriage?: DemoPerson['marriage']
  goals?: string
  settings?: readonly Setting[]
  state?: AustralianState
  wet?: true
}

/** Stages of life. */
export const stages: readonly Line[] = [
  { to: 25, kids: '-', text: 'I live in a share house with four people and one very good kettle.' },
  {
    to: 24,
    text: 'I’m at the age where half my friends are engaged and the other half can’t find their keys. I have my keys.',
  },
  { to: 27, text: 'I moved out last year and I now have opinions about dishwashing liquid.' },
  {
    to: 30,
    text: 'I ring my nan every Sunday, and she always asks whether I’ve met someone. Help me out.',
  },
  { from: 24, to: 34, text: 'I’m done with maybe. I’d like a person to text when the plane lands.' },
  { from: 26, to: 36, kids: '-', text: 'My friends are all buying prams. I bought a very nice kettle.' },
  {
    from: 28,
    to: 42,
    kids: '-',
    text: 'No kids yet; I’d like some one day, with the right person and a big enough table.',
  },
  {
    from: 32,
    to: 55,
    kids: '-',
    text: 'I don’t have children, but I’m a godparent to three and an unpaid chauffeur to all of them.',
  },
  {
    from: 38,
    to: 60,
    kids: '-',
    text: 'It’s just been me for a while, and I’ve made a good life of it. There’s room in it.',
  },
  {
    from: 27,
    to: 44,
    kids: '+',
    text: 'I have a small person at home who comes first and who makes excellent pancakes.',
  },
  {
    from: 30,
    to: 47,
    kids: '+',
    text: 'Two kids, every second week. They’re funny, loud and fond of lizards.',
  },
  {
    from: 34,
    to: 52,
    kids: '+',
    text: 'I have a teenager who taught me what all the words mean and begged me never to use them.',
  },
  { from: 48, to: 62, kids: '+', text: 'The kids have moved out, mostly. Their boxes haven’t.' },
  {
    from: 48,
    to: 66,
    kids: '+',
    text: 'My daughter wrote the first version of this profile. I took out the exclamation marks.',
  },
  {
    from: 55,
    to: 75,
    kids: '+',
    text: 'Three grown children and two grandchildren, who think I invented pikelets.',
  },
  {
    from: 60,
    to: 75,
    kids: '+',
    text: 'I mind my grandson on Wednesdays. We’re building a crocodile out of egg cartons.',
  },
  {
    from: 33,
    to: 60,
    marriage: '~',
    text: 'I was married, it ended kindly, and I still believe in the whole thing.',
  },
  {
    from: 36,
    to: 66,
    marriage: '~',
    text: 'Divorced for some years now. I’m friendly with my past and curious about what’s next.',
  },
  {
    from: 52,
    to: 75,
    marriage: '~',
    text: 'I lost my partner some years ago. I was lucky once, and I’d like to be lucky again.',
  },
  {
    from: 58,
    to: 75,
    marriage: '~',
    text: 'After many years of marriage and a few of solitude, I miss having someone to read the paper to.',
  },
  {
    from: 33,
    to: 68,
    marriage: '+',
    text: 'Separated, with the paperwork still on its way. I’d rather tell you that now than later.',
  },
  {
    from: 44,
    to: 50,
    text: 'I turned forty-something and stopped pretending to like nightclubs. It’s been wonderful.',
  },
  { from: 50, to: 66, text: 'I’m older than I feel and younger than my knees.' },
  { from: 57, to: 75, text: 'I have all my own stories and most of my own teeth.' },
  {
    from: 62,
    to: 75,
    text: 'At my age one knows what matters: kindness, sunshine, and a chair with a proper back.',
  },
  {
    from: 30,
    to: 50,
    text: 'I have a home I like, work I don’t mind, and an empty second chair on the balcony.',
  },
]

/** Life in their town. */
export const surroundings: readonly Line[] = [
  {
    settings: ['city'],
    text: 'I live in {city}, in a flat with a view of another flat. Their cat and I wave.',
  },
  { settings: ['city'], text: 'I love {city} early, before the trucks, when it smells of bread and rain.' },
  { settings: ['city'], text: 'I’ve lived in {city} long enough to know which footpath floods.' },
  {
    settings: ['city'],
    text: 'I can walk to two bookshops and six kinds of noodles from my front door in {city}, so I’m never moving.',
  },
  {
    settings: ['suburb'],
    text: 'I live in {city}, where the bakery knows my order and the magpies know my face.',
  },
  {
    settings: ['suburb'],
    text: 'I know {city} by its bakeries: one for bread, one for pies, one for the news.',
  },
  {
    settings: ['suburb'],
    text: '{city} doesn’t look like much from the train, and then somebody feeds you.',
  },
  {
    settings: ['suburb'],
    text: 'I have a little place in {city} with a lemon tree and a neighbour who lends me his ladder.',
  },
  {
    settings: ['coast'],
    text: 'I live in {city}, close enough to hear the water if the neighbours are quiet.',
  },
  { settings: ['coast'], text: 'I moved to {city} for a year, and that was some time ago. Blame the light.' },
  { settings: ['coast'], text: 'In {city} everybody knows everybody by their dog and their towel.' },
  { settings: ['coast'], text: 'There’s always a bit of sand in my sheets, sorry, that’s {city} for you.' },
  {
    settings: ['country'],
    text: '{city} is home: one good pub, one great bakery, and a sky that goes all the way down.',
    wet: true,
  },
  {
    settings: ['country'],
    text: 'I live just out of {city}, where the traffic is one tractor and it waves.',
  },
  { settings: ['country'], text: 'People say nobody single lives in {city}. I’m standing right here.' },
  {
    settings: ['country'],
    text: 'I came to {city} for work and stayed for the frosty mornings and the people who return your wheelbarrow.',
  },
  { settings: ['tropics'], text: 'I live in {city}, so I own one jumper and no umbrella that works.' },
  {
    settings: ['tropics'],
    text: 'In the wet I sit on the verandah in {city} and watch the storms like other people watch television.',
  },
  {
    settings: ['tropics'],
    text: '{city} suits me: mangoes over the fence, geckos on the ceiling, and everyone five minutes late.',
  },
  {
    settings: ['hills'],
    text: 'I live up in {city}, with a wood fire, mist and a lyrebird that does my neighbour’s chainsaw.',
  },
  { settings: ['hills'], text: 'In {city} we’re four degrees colder and twice as smug about our soup.' },
  { state: 'TAS', text: 'I’m a Tasmanian, so I have a good coat and strong views on scallop pies.' },
  {
    state: 'TAS',
    settings: ['city'],
    text: 'From here the mountain tells me the weather and the ferry tells me the time.',
  },
  { state: 'ACT', text: 'Yes, I live in Canberra on purpose. Come in autumn and you’ll see why.' },
  {
    state: 'VIC',
    text: 'I carry a coat, sunscreen and an umbrella, because I’m a Victorian and I’ve learned.',
  },
  { state: 'SA', text: 'I’m from Adelaide’s side of the country, where everything is twenty minutes away.' },
  { state: 'WA', text: 'Out west we get the sun last and keep it longest.' },
  {
    state: 'QLD',
    text: 'I say "togs", I put pineapple where I please, and I don’t own a proper winter coat.',
  },
]

/** Closing sentences of an introduction. */
export const closers: readonly Line[] = [
  { text: 'I laugh easily and I ring when I say I will.' },
  { text: 'I’m better in person, and best on a walk.' },
  { text: 'Ask me anything except what I do for fun on Mondays.' },
  { text: 'I’m shy for about twenty minutes. After that, good luck.' },
  { text: 'My friends say loyal, funny and always early. I say hello.' },
  { text: 'I make an excellent cup of tea and an average lasagne.', to: 99 },
  { text: 'I’m kind to waiters, dogs and people learning to drive.' },
  { text: 'I own a proper umbrella and I’ll share it.' },
  { text: 'I say sorry when I am wrong, and sometimes when I bump into a chair.' },
  { text: 'If you have read this far, you’re patient, and I like that.' },
  { text: 'I’d rather have one good conversation than ten matches.' },
  { text: 'I’m hopeless at selfies, as you can see, but I give very good directions.' },
  { text: 'I remember birthdays without being told by a phone.' },
  { text: 'Small warning: I sing while I cook.' },
  { text: 'I’m an optimist with a very good torch, just in case.' },
  { text: 'I cry at weddings, school concerts and that one bank advertisement.' },
  { text: 'I can keep a straight face for about four seconds.' },
  { text: 'I think good manners are attractive and so are good boots.' },
  { text: 'I’ll always want to hear how your day was, including the boring part.' },
  { text: 'I’m not in a hurry. I am, however, on time.' },
  { text: 'I love a plan, and I love it when rain cancels it.' },
  { text: 'My superpower is finding a park near the door.' },
  { text: 'I give people the bigger half.' },
  { text: 'No games here, except Scrabble.' },
  { text: 'I’ve been told I’m easy company.' },
  { from: 40, text: 'I know who I am by now, and I’m quite nice to be around.' },
  { from: 50, text: 'I have patience, good health and a working printer. What more could you ask?' },
  { to: 35, text: 'I still get excited about the window seat.' },
  { to: 30, text: 'I’m figuring it out, like everyone, but I do the dishes while I figure.' },
]
