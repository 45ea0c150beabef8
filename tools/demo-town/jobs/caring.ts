import { type Job, job } from './job'

/** People who look after other people, or after animals. */
export const caring: readonly Job[] = [
  job('Registered nurse', [23, 64], '3a', [
    'I’m a nurse on the surgical ward, which means odd hours, comfortable shoes and a very calm voice.',
    'Nursing has taught me to listen first and to always carry snacks.',
  ]),
  job('Emergency department nurse', [25, 58], '3a', [
    'I work in emergency. Very little shocks me, and I laugh more than you would think.',
    'Shift work in emergency means I’m free on a Tuesday, when the beach is empty.',
  ]),
  job('Midwife', [26, 64], '3a', [
    'I’m a midwife. I have the best job in the world and I’m tired, in that order.',
    'I’ve helped a few hundred babies into the world, and I still tear up in the car.',
  ]),
  job('Paramedic', [23, 58], '3a', [
    'I’m a paramedic: calm on the job, hopeless at choosing a restaurant.',
    'I drive an ambulance and a very ordinary hatchback. I’m better at parking the first one.',
  ]),
  job('GP', [31, 68], '3h', [
    'I’m a GP. I spend my days listening, so in the evening I like to be told good stories.',
    'I’m the doctor who runs late because I ask about your mum.',
  ]),
  job('Physiotherapist', [24, 60], '3a', [
    'I’m a physio. I’ll notice your posture and say nothing, because I’m off duty.',
    'I help people get back to the things they love, usually football and gardening.',
  ]),
  job('Pharmacist', [25, 66], '3h', [
    'I run a small pharmacy where people come for tablets and stay for a chat.',
    'I’m a pharmacist, so I read the whole label, and the whole menu.',
  ]),
  job('Dentist', [27, 66], '3h', [
    'I’m a dentist. I promise to talk to you only when you can answer.',
    'I look at teeth all day and I still love a caramel slice. We contain multitudes.',
  ]),
  job('Vet', [27, 64], '3h', [
    'I’m a vet. I’ve been bitten by everything once, and I still think geese are the worst.',
    'I look after other people’s animals and then go home and talk about them. Names changed.',
  ]),
  job('Vet nurse', [20, 55], '2l', [
    'I’m a vet nurse. My work pants have paw prints on them and so does my heart.',
    'I spend my days holding nervous cats, so I’m patient and slightly scratched.',
  ]),
  job('Disability support worker', [20, 64], '2a', [
    'I’m a support worker. My favourite client and I are working through every milkshake in town.',
    'I work in disability support, and the job is mostly good humour and knowing all the bus timetables.',
  ]),
  job('Aged care worker', [20, 64], '2l', [
    'I work in aged care and have eleven unofficial grandparents who want to know how this goes.',
    'I look after older folk, and I’ve collected more love advice than any magazine.',
  ]),
  job('Social worker', [24, 64], '3a', [
    'I’m a social worker. I care a lot, and I’ve learned to put it down on the way home. Mostly.',
    'My work is people on their hardest days, so I’m fond of easy Sundays.',
  ]),
  job('Counsellor', [30, 70], '3a', [
    'I’m a counsellor. I won’t analyse you. I will, however, remember what you said.',
    'I listen for a living and I have a terrible weakness for reality television.',
  ]),
  job('Early childhood educator', [20, 62], '2l', [
    'I work in child care. I can sing forty songs about ducks and negotiate with anyone under four.',
    'I’m an early childhood educator, which means glitter, in everything, always.',
  ]),
  job('Primary school teacher', [23, 64], '3a', [
    'I teach Year 3. My pupils think I’m either twenty or ninety.',
    'I’m a primary teacher: loud voice, soft heart, a stash of stickers.',
  ]),
  job('High school science teacher', [24, 64], '3a', [
    'I teach science and have set off the fire alarm only twice.',
    'I’m a science teacher. My jokes are periodic.',
  ]),
  job('Music teacher', [23, 68], '3a', [
    'I teach music, so I’ve heard Hot Cross Buns roughly nine thousand times and I still clap.',
    'I teach violin to small people. I’m very, very patient.',
  ]),
  job('Teacher’s aide', [21, 64], '2l', [
    'I’m a teacher’s aide at the local school. My lunchtime four-square record stands.',
    'I work with the kids who find school hard, and they make me laugh every single day.',
  ]),
  job('Swim instructor', [19, 58], '1l', [
    'I teach swimming, toddlers to grandmothers. Everyone is brave in their own way.',
    'I’m in the pool by six, teaching people to float. It’s mostly about trust.',
  ]),
  job('Yoga teacher', [24, 66], '2l', [
    'I teach yoga in a hall that smells of old floorboards and toast.',
    'I’m a yoga teacher who also loves hot chips and loud music. Balance.',
  ]),
  job('Hairdresser', [19, 62], '2a', [
    'I cut hair and keep secrets. Both require a steady hand.',
    'I’m a hairdresser, so I can talk to absolutely anyone about absolutely anything.',
  ]),
  job('Firefighter', [23, 58], '2a', [
    'I’m a firefighter. Yes, I have rescued a cat. She went straight back up.',
    'I’m at the fire station four days in eight, and I’m the best cook on B shift.',
  ]),
  job('Police officer', [23, 57], '2a', [
    'I’m a police officer in community liaison, which is mostly school visits and listening.',
    'I work in the police. Off duty I’m a slow talker with a veggie garden and a soft spot for musicals.',
  ]),
  job('Retired nurse', [61, 75], '3a', [
    'I nursed for thirty-eight years, and now the only obs I do are on the barometer.',
    'A retired nurse: practical, cheerful, hard to shock.',
  ]),
  job('Retired teacher', [60, 75], '3a', [
    'I taught for thirty-five years. Half the town still calls me by my surname.',
    'I’m retired from teaching and I’ve at last stopped marking menus for spelling. Nearly.',
  ]),
  job('Retired GP, part-time choir librarian', [63, 75], '3h', [
    'I was a country doctor for most of my life, and now I look after the music for our choir.',
    'I retired from medicine and discovered breakfast. I recommend both.',
  ]),
]
