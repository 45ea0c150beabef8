import { type Job, job } from './job'

/** People who build, repair, grow, cook and drive. */
export const making: readonly Job[] = [
  job('Carpenter', [20, 62], '2a', [
    'I’m a chippy with my own ute and a radio that only gets one station.',
    'I build decks, and I like knowing there are barbecues happening on them without me.',
  ]),
  job('Apprentice electrician', [19, 25], '1l', [
    'Third year of my sparky apprenticeship. I’m very good at holding the torch.',
    'I’m an apprentice electrician, so I get up at five and I’m asleep by the second ad break.',
  ]),
  job('Electrician', [24, 63], '2h', [
    'I’m a sparky. I don’t do puns about it. My mates do enough.',
    'I run a small electrical business with my cousin. We argue about lunch and nothing else.',
  ]),
  job('Plumber', [23, 63], '2h', [
    'I’m a plumber with clean hands and a very dirty van.',
    'Plumber by trade. I’ve seen your worst, and it’s fine, it can be fixed.',
  ]),
  job('Landscape gardener', [21, 62], '2a', [
    'I build gardens for a living and mine at home is a disgrace. Cobbler’s children and so on.',
    'I plant natives for people who thought they wanted roses. They thank me when the birds come.',
  ]),
  job(
    'Diesel mechanic',
    [21, 62],
    '2a',
    [
      'I’m a diesel mechanic. I can hear what’s wrong with your car from here.',
      'I fix trucks all week and my own car never.',
    ],
    ['country', 'tropics', 'suburb'],
  ),
  job(
    'FIFO machine operator',
    [22, 58],
    '1h',
    [
      'I fly in, fly out: two weeks of red dirt, one week of being a very attentive neighbour.',
      'I drive the big trucks up north on a two-and-one roster. On my week off I’m nobody’s machine operator.',
    ],
    ['coast', 'suburb', 'tropics', 'country'],
  ),
  job(
    'Farmer',
    [22, 72],
    '2a',
    [
      'I run sheep and some barley. The hours are long, the view is free.',
      'The farm is an hour from anywhere. I have a good kitchen table and a bad phone signal.',
    ],
    ['country'],
  ),
  job(
    'Agronomist',
    [24, 60],
    '3a',
    [
      'I’m an agronomist, so I get paid to look closely at dirt and talk to farmers about their mums.',
      'I drive a lot of back roads for work and I know every bakery on them.',
    ],
    ['country'],
  ),
  job(
    'Winemaker',
    [27, 66],
    '3a',
    [
      'I make wine. Vintage is mad, the rest of the year is long lunches with wet feet.',
      'I’m a winemaker with permanently purple fingernails from February to April.',
    ],
    ['hills', 'country'],
  ),
  job(
    'Fisheries officer',
    [25, 60],
    '2a',
    [
      'I measure other people’s fish for a living. I’m popular at some jetties.',
      'My office is a boat, which makes up for the paperwork.',
    ],
    ['coast', 'tropics'],
  ),
  job(
    'Dive instructor',
    [21, 50],
    '2l',
    [
      'I teach diving on the reef. My commute is ninety minutes by boat and I’ve never once complained.',
      'I show people turtles for a living. Nobody has ever come up from that in a bad mood.',
    ],
    ['tropics'],
  ),
  job(
    'Park ranger',
    [22, 62],
    '3a',
    [
      'I’m a ranger. I know where the platypus is and I’m not telling until date three.',
      'I look after tracks, signs and the odd lost Dutch family. Best office in the country.',
    ],
    ['country', 'hills', 'tropics', 'coast'],
  ),
  job('Chef', [22, 56], '2a', [
    'I’m a chef, so I eat toast over the sink like everybody in my trade. Somebody, please, cook for me.',
    'I cook in a small place with nine tables. Sundays and Mondays I’m yours.',
  ]),
  job('Baker', [20, 62], '2a', [
    'I start work when you are going to bed and finish with warm bread under my arm.',
    'I’m a baker. You’ll know me by the flour and the early nights.',
  ]),
  job('Pastry chef', [21, 52], '2a', [
    'I’m a pastry chef. There will always be something sweet, and it’ll always be slightly too much.',
    'I make croissants, eighty-one layers, thank you for asking.',
  ]),
  job('Barista', [19, 33], '1l', [
    'I make coffee and know four hundred people by their orders. You look like a piccolo.',
    'I work in a cafe, and my latte art is ninety per cent tulip and ten per cent accident.',
  ]),
  job('Cafe owner', [28, 62], '2a', [
    'I own a very small cafe with a very long bench outside. Best decision and worst sleep of my life.',
    'I run a cafe. I know all the regulars’ dogs, and some of the regulars.',
  ]),
  job('Bus driver', [28, 66], '1a', [
    'I drive the 6.15 bus, and my regulars and I know more about each other than most families.',
    'I’m a bus driver. I wait if I see you running.',
  ]),
  job(
    'Train driver',
    [28, 64],
    '2h',
    [
      'I drive trains. Sunrise from the front window never gets old.',
      'I’m a train driver, which every five-year-old agrees is the best job there is.',
    ],
    ['city', 'suburb', 'coast', 'country'],
  ),
  job(
    'Tram driver',
    [25, 64],
    '1a',
    [
      'I drive trams. I ding politely.',
      'I’m on the trams, so I have patience, good sunglasses and a great many stories.',
    ],
    ['city'],
  ),
  job('Truck driver', [26, 65], '1a', [
    'I drive long distance, home most weekends. I’m through two podcasts a day and full of facts.',
    'I drive a truck, and I’ve seen more sunrises over more servos than anyone I know.',
  ]),
  job('Upholsterer', [25, 70], '2a', [
    'I re-cover old chairs. You’d be amazed what falls out of them.',
    'I’m an upholsterer, one of the last around here, and I never hurry a seam.',
  ]),
  job('Jeweller', [24, 70], '2a', [
    'I make rings for other people’s big days. I like hearing how they met.',
    'I’m a jeweller with a tiny bench and strong opinions about opals.',
  ]),
  job('Florist', [20, 66], '2l', [
    'I’m a florist. I know the whole street’s birthdays, apologies and new babies.',
    'I’m at the flower market at four in the morning and I’m still cheerful by noon.',
  ]),
  job('Retired carpenter', [60, 75], '2a', [
    'I’ve put the tools down, officially. Unofficially I’m building a cubby for next door.',
    'A retired chippy with a tidy shed and nobody to show it to.',
  ]),
  job('Retired train driver', [60, 75], '2a', [
    'I drove trains for forty years, so I’m punctual and fond of a thermos.',
    'I’m retired from the railways and I still wave at every train.',
  ]),
  job(
    'Semi-retired farmer',
    [58, 75],
    '2a',
    [
      'My nephew runs the farm now and I’m allowed to feed the dogs and have opinions.',
      'I’ve handed over the place, kept the ute and the view, and learned to sleep until six.',
    ],
    ['country', 'hills'],
  ),
]
