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
type HandShape = 'flat' | 'fist' | 'thumb' | 'point' | 'two'

interface Hand {
  at: Spot
  held: HandShape
}

type PoseDrawingProps = {
  hands: readonly Hand[]
  tilted: boolean
  className?: string
}

const MIDDLE = 60
const SHOULDER = { out: 31, y: 102 }
/** Hand and elbow as distances from the middle and the top, and the direction of the fingers in degrees. */
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

/** The head tilts around the neck, and hands that touch it move with it. */
const TILT = { degrees: 16, y: 82 }
const onHead: ReadonlySet<Spot> = new Set<Spot>(['crown', 'brow', 'eye', 'ear', 'cheek', 'nose', 'chin'])

function tilt([x, y]: [number, number]): [number, number] {
  const angle = (TILT.degrees * Math.PI) / 180
  const [dx, dy] = [x - MIDDLE, y - TILT.y]
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return [MIDDLE + dx * cos - dy * sin, TILT.y + dx * sin + dy * cos]
}

const fingers: Record<HandShape, string> = {
  flat: 'M-5 -4V-13M-1.7 -5V-16M1.7 -5V-16M5 -4V-13M6 0L10 -5',
  fist: 'M-4 -2.5H4',
  thumb: 'M3 -4V-14',
  point: 'M-2 -4V-16',
  two: 'M-2.5 -4L-5 -15M2 -4L4.5 -15',
}

/** Draws a pose with head, shoulders and arms. Line art, so it works in light and dark. */
export function PoseDrawing({ hands, tilted, className }: PoseDrawingProps) {
  return (
    <svg viewBox="0 0 120 140" aria-hidden="true" className={className}>
      <g fill="none" stroke="currentColor" strokeWidth={3} strokeLinecap="round" strokeLinejoin="round">
        <path d="M10 140C12 112 24 100 44 95L52 90V78M110 140C108 112 96 100 76 95L68 90V78" />
        <g transform={tilted ? `rotate(${TILT.degrees} ${MIDDLE} ${TILT.y})` : undefined}>
          <ellipse cx={MIDDLE} cy={50} rx={19} ry={24} className="fill-surface" />
          <path d="M53 46v1M67 46v1M60 49v6M53 62q7 5 14 0" strokeWidth={2.5} />
        </g>
        {hands.map(({ at, held }, n) => (
          // The first of two hands is on the left. A single hand is on the right, although either side is fine.
          <Arm
            key={n === 0 ? 'first' : 'second'}
            side={hands.length === 2 && n === 0 ? -1 : 1}
            at={at}
            held={held}
            tilted={tilted}
          />
        ))}
      </g>
    </svg>
  )
}

function Arm({ side, at, held, tilted }: Hand & { side: 1 | -1; tilted: boolean }) {
  const { hand, elbow, turn } = spots[at]
  const place = ([out, y]: readonly [number, number]): [number, number] => [MIDDLE + side * out, y]
  const [x, y] = tilted && onHead.has(at) ? tilt(place(hand)) : place(hand)
  return (
    <>
      <path
        d={`M${place([SHOULDER.out, SHOULDER.y])}L${place(elbow)}L${x} ${y}`}
        className="stroke-waratah"
        strokeWidth={5}
      />
      <g transform={`translate(${x} ${y}) scale(${side} 1) rotate(${turn})`} className="stroke-waratah">
        <path d={fingers[held]} strokeWidth={3} />
        <circle r={6} className="fill-surface" />
      </g>
    </>
  )
}
