/** The shapes of the demo town. Choice codes are those of the product (specification part 2, section 2). */
export type AustralianState = 'ACT' | 'NSW' | 'NT' | 'QLD' | 'SA' | 'TAS' | 'VIC' | 'WA'

/** The features of a person that all portraits share. */
export interface DemoLook {
  /** Seeds everything that changes from photo to photo: face, clothes, scene, framing. */
  seed: number
  skin: string
  /** An Open Peeps head: hair style, hijab, turban or hat. */
  head: string
  hair: string
  /** Colour of a hijab, turban, hat or hair band; each photo may vary it. */
  cloth: string
  facialHair: string | null
  glasses: string | null
  freckles: boolean
  /** The wardrobe: a palette name of `clothes.ts`. */
  wardrobe: string
}

export interface DemoAnswer {
  /** Index into `demoPrompts`. */
  question: number
  answer: string
}

export interface DemoPerson {
  username: string
  gender_birth: 'f' | 'm'
  gender: 'f' | 'm'
  interested: 'm' | 'w' | 'b'
  relationship_goals: 's' | 'c' | 'e'
  /** YYYY-MM-01 */
  birthday: string
  country: 'AU'
  /** 'Name, STATE' as GeoNames spells the name. */
  city: string
  /** Centimetres. */
  height: number
  tagline: string
  about_offer: string
  wants: string
  interests: string
  occupation: string
  ethnicity: string
  languages: string
  /** ISO 3166-1 alpha-2 */
  country_of_birth: string
  tatoos: '-' | '~' | '+' | null
  smoking: '-' | '~' | '+' | null
  marriage: '-' | '~' | '+' | null
  kids: '-' | '+' | null
  income: 'l' | 'a' | 'h' | null
  education: '1' | '2' | '3' | null
  relocation: '-' | '~' | '+' | '~+' | null
  prompts: DemoAnswer[]
  createdAgoSeconds: number
  lastActiveAgoSeconds: number
  premium: boolean
  photoCount: number
  look: DemoLook
}

export interface DemoLine {
  from: 'a' | 'b'
  text: string
}

export type DemoConversation = readonly DemoLine[]
