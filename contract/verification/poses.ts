/** Where a hand is and its shape; the drawing is made from this. */
export interface Hand {
  at:
    | 'crown'
    | 'brow'
    | 'eye'
    | 'ear'
    | 'cheek'
    | 'nose'
    | 'chin'
    | 'beside'
    | 'high'
    | 'shoulder'
    | 'far-shoulder'
    | 'chest'
  held: 'flat' | 'fist' | 'thumb' | 'point' | 'two'
}

export interface Pose {
  key: string
  words: string
  hands: readonly Hand[]
  tilted: boolean
}

interface Gesture {
  key: string
  words: string
  hands: readonly Hand[]
}

const hand = (at: Hand['at'], held: Hand['held'] = 'flat'): Hand => ({ at, held })
const both = (at: Hand['at'], held: Hand['held'] = 'flat'): Hand[] => [hand(at, held), hand(at, held)]

// No pose mentions left or right, because the preview is mirrored.
const twoHanded: readonly Gesture[] = [
  { key: 'crown', words: 'Put both hands on top of your head', hands: both('crown') },
  { key: 'ears', words: 'Cover both ears with your hands', hands: both('ear') },
  { key: 'cheeks', words: 'Put both hands on your cheeks', hands: both('cheek') },
  { key: 'thumbs', words: 'Show both thumbs beside your face', hands: both('beside', 'thumb') },
  { key: 'palms', words: 'Show both palms beside your face', hands: both('beside') },
  { key: 'fists', words: 'Put both fists under your chin', hands: both('chin', 'fist') },
  { key: 'shoulders', words: 'Put each hand on the shoulder on its side', hands: both('shoulder') },
  { key: 'crossed', words: 'Cross your arms, a hand on each shoulder', hands: both('far-shoulder') },
  { key: 'fingers', words: 'Show two fingers of each hand', hands: both('beside', 'two') },
  {
    key: 'crown-chin',
    words: 'Put one hand on top of your head and the other under your chin',
    hands: [hand('crown'), hand('chin', 'fist')],
  },
  {
    key: 'eye-chest',
    words: 'Cover one eye with a hand and put the other hand on your chest',
    hands: [hand('eye'), hand('chest')],
  },
  {
    key: 'ear-high',
    words: 'Hold one ear and stretch the other arm up',
    hands: [hand('ear', 'fist'), hand('high')],
  },
]

/** Possible while seated and with either hand. */
const oneHanded: readonly Gesture[] = [
  { key: 'one-crown', words: 'Put one hand on top of your head', hands: [hand('crown')] },
  { key: 'one-ear', words: 'Cover one ear with a hand', hands: [hand('ear')] },
  { key: 'one-cheek', words: 'Put one hand on your cheek', hands: [hand('cheek')] },
  { key: 'one-thumb', words: 'Show one thumb beside your face', hands: [hand('beside', 'thumb')] },
  { key: 'one-palm', words: 'Show one palm beside your face', hands: [hand('beside')] },
  { key: 'one-fist', words: 'Put one fist under your chin', hands: [hand('chin', 'fist')] },
  { key: 'one-shoulder', words: 'Put one hand on the shoulder on its side', hands: [hand('shoulder')] },
  { key: 'one-crossed', words: 'Put one hand on the opposite shoulder', hands: [hand('far-shoulder')] },
  { key: 'one-fingers', words: 'Show two fingers of one hand', hands: [hand('beside', 'two')] },
  { key: 'one-brow', words: 'Put one hand flat on your forehead', hands: [hand('brow')] },
  { key: 'one-eye', words: 'Cover one eye with a hand', hands: [hand('eye')] },
  { key: 'one-nose', words: 'Touch your nose with one finger', hands: [hand('nose', 'point')] },
]

const tilt = ({ key, words, hands }: Gesture): Pose[] => [
  { key, words: `${words}.`, hands, tilted: false },
  { key: `${key}-tilted`, words: `${words}, and tilt your head to one side.`, hands, tilted: true },
]

/** The 24 poses that are requested; each has an alternative. */
export const poses: readonly Pose[] = twoHanded.flatMap(tilt)
const otherPoses: readonly Pose[] = oneHanded.flatMap(tilt)
const byKey = new Map([...poses, ...otherPoses].map((pose) => [pose.key, pose]))

export const poseOf = (key: string): Pose | undefined => byKey.get(key)

/** The seated, one-handed alternative. */
export const otherPose = (pose: Pose): Pose => otherPoses[poses.indexOf(pose)] ?? pose
