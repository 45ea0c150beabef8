type Spot =
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
type Held = 'flat' | 'fist' | 'thumb' | 'point' | 'two' | 'three'

interface Hand {
  at: Spot
  held: Held
}

type PoseDrawingProps = {
  hands: readonly Hand[]
  tilted: boolean
  className?: string
}

const MIDDLE = 60
const SHOULDER = { out: 31, y: 102 }
/** Where the hand and the elbow are: how far outside the middle, how far down; and which way the fingers point. */
const spots: Record<Spot, { hand: [out: number, y: number]; elbow: [out: number, y: number]; turn: number }> =
  {
    crown: { hand: [9, 27], elbow: [45, 50], turn: -70 },
    brow: { hand: [4, 40], elbow: [42, 74], turn: -80 },
    eye: { hand: [8, 50], elbow: [42, 82], turn: -35 },
    ear: { hand: [21, 53], elbow: [45, 86], turn: -10 },
    cheek: { hand: [16, 62], elbow: [40, 98], turn: -10 },
    nose: { hand: [12, 60], elbow: [40, 92], turn: -65 },
    chin: { hand: [8, 80], elbow: [36, 112], turn: 0 },
    beside: { hand: [40, 56], elbow: [44, 100], turn: 8 },
    high: { hand: [44, 16], elbow: [46, 62], turn: 0 },
    shoulder: { hand: [30, 98], elbow: [50, 118], turn: -40 },
    'far-shoulder': { hand: [-27, 99], elbow: [24, 126], turn: -65 },
    chest: { hand: [4, 114], elbow: [40, 130], turn: -80 },
  }

const fingers: Record<Held, string> = {
  flat: 'M-5 -4V-13M-1.7 -5V-16M1.7 -5V-16M5 -4V-13M6 0L10 -5',
  fist: 'M-4 -2.5H4',
  thumb: 'M3 -4V-14',
  point: 'M-2 -4V-16',
  two: 'M-2.5 -4L-5 -15M2 -4L4.5 -15',
  three: 'M-4 -4L-7 -14M0 -5V-16M4 -4L7 -14',
}

/** A figure that shows a pose: a head, shoulders and as many arms as it takes. In lines, so it suits both schemes. */
export function PoseDrawing({ hands, tilted, className }: PoseDrawingProps) {
  return (
    <svg viewBox="0 0 120 140" aria-hidden="true" className={className}>
      <g fill="none" stroke="currentColor" strokeWidth={3} strokeLinecap="round" strokeLinejoin="round">
        <path d="M10 140C12 112 24 100 44 95L52 90V78M110 140C108 112 96 100 76 95L68 90V78" />
        <g transform={tilted ? `rotate(16 ${MIDDLE} 82)` : undefined}>
          <ellipse cx={MIDDLE} cy={50} rx={19} ry={24} className="fill-surface" />
          <path d="M53 46v1M67 46v1M60 49v6M53 62q7 5 14 0" strokeWidth={2.5} />
        </g>
        {hands.map(({ at, held }, n) => (
          // The first of two is at the left of the picture; one alone at the right, and either is fine.
          <Arm
            key={n === 0 ? 'first' : 'second'}
            side={hands.length === 2 && n === 0 ? -1 : 1}
            at={at}
            held={held}
          />
        ))}
      </g>
    </svg>
  )
}

function Arm({ side, at, held }: Hand & { side: 1 | -1 }) {
  const { hand, elbow, turn } = spots[at]
  const place = ([out, y]: readonly [number, number]) => `${MIDDLE + side * out} ${y}`
  return (
    <>
      <path
        d={`M${place([SHOULDER.out, SHOULDER.y])}L${place(elbow)}L${place(hand)}`}
        className="stroke-waratah"
        strokeWidth={5}
      />
      <g transform={`translate(${place(hand)}) scale(${side} 1) rotate(${turn})`} className="stroke-waratah">
        <path d={fingers[held]} strokeWidth={3} />
        <circle r={6} className="fill-surface" />
      </g>
    </>
  )
}
