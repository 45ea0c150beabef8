import { type Job, job } from './job'

/** Desks, screens, studios and lecture halls. */
export const thinking: readonly Job[] = [
  job('Nursing student', [19, 25], '1l', [
    'Second-year nursing student. I practise taking blood pressure on anyone who sits still.',
    'I study nursing and live in a share house with one good saucepan.',
  ]),
  job(
    'Law student',
    [19, 25],
    '1l',
    [
      'I study law and work in a bookshop, so I’m always surrounded by things I should have read.',
      'Law student. I argue for marks, never for fun.',
    ],
    ['city', 'suburb'],
  ),
  job('Engineering student', [19, 25], '1l', [
    'I’m studying engineering. I can build a bridge out of spaghetti and cook none of it.',
    'Fourth-year engineering student with a casual job at the hardware shop. I know where the hooks are.',
  ]),
  job(
    'PhD student, marine biology',
    [24, 34],
    '3l',
    [
      'I’m doing a PhD on seagrass. No, come back, it’s wonderful.',
      'I count baby fish for science. It’s going swimmingly; I’m sorry.',
    ],
    ['coast', 'tropics', 'city'],
  ),
  job('Software developer', [22, 58], '3h', [
    'I write software. I’m happy to talk about it and just as happy not to.',
    'I’m a developer who closes the laptop at five and goes outside on purpose.',
  ]),
  job('Data analyst', [23, 55], '3a', [
    'I make charts for a hospital. I’m fun at parties if the party likes a good histogram.',
    'I work with data, so I know that three dates isn’t a significant sample. Let’s try for four.',
  ]),
  job(
    'UX designer',
    [23, 52],
    '3h',
    [
      'I design apps so that your dad can use them. My dad is my toughest tester.',
      'I’m a designer. I’ll notice the menu’s typeface. I’ll try not to say so.',
    ],
    ['city', 'suburb', 'coast'],
  ),
  job('Accountant', [24, 68], '3h', [
    'I’m an accountant. Somebody has to be, and I quite like it.',
    'I do books for small businesses, and I know which bakeries are really doing well.',
  ]),
  job('Bookkeeper', [28, 70], '2a', [
    'I keep the books for half the main street, mostly from my kitchen table.',
    'I’m a bookkeeper. Tidy columns, untidy desk.',
  ]),
  job('Lawyer', [26, 66], '3h', [
    'I’m a lawyer at a community legal centre. I wear the suit as little as possible.',
    'I practise family law, which has made me very kind and very good at reading fine print.',
  ]),
  job('Civil engineer', [24, 64], '3h', [
    'I’m an engineer: I design footbridges, and I can’t walk across one without bouncing a bit.',
    'I work on the rail project everyone complains about. I’m sorry. It’ll be lovely.',
  ]),
  job('Environmental scientist', [24, 60], '3a', [
    'I test the water in our creeks and write reports that, sometimes, somebody reads.',
    'I’m an environmental scientist, mostly in gumboots.',
  ]),
  job(
    'Geologist',
    [24, 62],
    '3h',
    [
      'I’m a geologist. There are rocks on every windowsill, and yes, each one is special.',
      'I look at very old stones, so I’m never in a rush.',
    ],
    ['country', 'suburb', 'city', 'tropics'],
  ),
  job(
    'Public servant',
    [23, 66],
    '3a',
    [
      'I’m a public servant. I believe in libraries, trains and answering letters.',
      'I work in government and write very clear emails. It’s a quiet sort of superpower.',
    ],
    ['city', 'suburb'],
  ),
  job(
    'Architect',
    [28, 68],
    '3h',
    [
      'I’m an architect, mostly of extensions, occasionally of very good pizza ovens.',
      'I design small houses that stay cool in summer. I get excited about eaves.',
    ],
    ['city', 'suburb', 'coast', 'hills'],
  ),
  job('Town planner', [25, 64], '3a', [
    'I’m a town planner. I dream of shade trees and wide footpaths.',
    'I plan bike paths for the council and then ride them to check.',
  ]),
  job('Librarian', [25, 68], '3a', [
    'I’m a librarian. I don’t shush. I run the loudest story time in the state.',
    'I work at the library. I know what you borrowed and I’ll never tell.',
  ]),
  job('Journalist', [24, 64], '3a', [
    'I work for the local paper: council meetings, giant pumpkins, and the occasional scoop.',
    'I’m a journalist, so I ask a lot of questions, and I do listen to the answers.',
  ]),
  job(
    'Radio producer',
    [24, 60],
    '3a',
    [
      'I produce breakfast radio. I’m up at three-thirty and delightful until about two.',
      'I work in community radio, and I can say your name in a very warm voice.',
    ],
    ['city', 'country', 'tropics'],
  ),
  job('Graphic designer', [22, 55], '3a', [
    'I design book covers, and I do judge by them.',
    'I’m a freelance designer, so my colleague is the kettle.',
  ]),
  job(
    'Musician and music shop assistant',
    [20, 58],
    '2l',
    [
      'I play bass in two bands and sell recorders to parents by day. I’m so sorry, parents.',
      'I’m a musician with a day job, like nearly every musician.',
    ],
    ['city', 'suburb', 'coast', 'country'],
  ),
  job(
    'Bookshop assistant',
    [19, 60],
    '3l',
    [
      'I work in a bookshop. Tell me one book you loved and I’ll find you three more.',
      'I sell books and I’m paid partly in books.',
    ],
    ['city', 'hills', 'coast', 'country'],
  ),
  job('Real estate agent', [23, 62], '2h', [
    'I’m in real estate. I know what they say, and I return every call.',
    'I sell houses, and I like the moment people stand in the kitchen and go quiet.',
  ]),
  job('Retail manager', [22, 60], '1a', [
    'I run a hardware shop. I know where everything is. It’s aisle nine.',
    'I manage a shoe shop, so I notice your shoes and I think no less of you.',
  ]),
  job('Shop assistant', [19, 60], '1l', [
    'I work at the supermarket deli. I slice thin, I chat, I know everyone.',
    'I’m in a gift shop all day, so I’m cheerful, and I wrap a beautiful present.',
  ]),
  job('Travel agent', [24, 66], '2a', [
    'I’m a travel agent, one of the last who picks up the phone.',
    'I plan other people’s honeymoons and take notes.',
  ]),
  job('Event manager', [23, 52], '3a', [
    'I organise festivals. I own three raincoats and no fear.',
    'I run events for a living, so on my days off I like no plans at all.',
  ]),
  job(
    'HR manager',
    [28, 62],
    '3h',
    [
      'I work in HR. I’ve heard everything, and I still like people.',
      'I look after two hundred people at work, and one large ficus.',
    ],
    ['city', 'suburb'],
  ),
  job(
    'University lecturer',
    [31, 68],
    '3h',
    [
      'I lecture in history, and I promise to keep it to the interesting parts.',
      'I teach linguistics at the uni. I’ll love the way you say dance, or chance, or castle.',
    ],
    ['city', 'suburb', 'country', 'tropics'],
  ),
  job(
    'Retired public servant',
    [60, 75],
    '3a',
    [
      'I retired from the public service with a clock and a long list of walks.',
      'Forty years of minutes and memos, and now I write postcards.',
    ],
    ['city', 'suburb', 'coast', 'hills'],
  ),
  job('Retired engineer', [61, 75], '3h', [
    'A retired engineer: I built bridges, and now I mend toasters for the whole street.',
    'I’m retired, and I volunteer at the repair cafe, where I am known as the toaster whisperer.',
  ]),
  job('Semi-retired bookkeeper', [58, 75], '2a', [
    'I do two mornings a week of books and five afternoons of whatever I please.',
    'I’m half retired, which is the best half.',
  ]),
  job('Retired small business owner', [60, 75], '2a', [
    'I ran the newsagency for twenty-six years and sold it to a lovely young couple. Now I sleep in.',
    'I had the shop on the corner for most of my life. I miss the customers and not the mornings.',
  ]),
]
