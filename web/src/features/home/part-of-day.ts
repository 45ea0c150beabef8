export type PartOfDay = 'dawn' | 'day' | 'dusk' | 'night'

/** `hour` is in the visitor's time zone. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < 5 || hour >= 20) return 'night'
  if (hour < 8) return 'dawn'
  return hour < 17 ? 'day' : 'dusk'
}

interface Light {
  sky: string
  haze: string
  cloud: string
  /** The sun, or the moon at night. */
  disc: string
  discY: number
  discRadius: number
  far: string
  near: string
  water: string
  ripple: string
  shore: string
  stars: boolean
}

/** The bay in four lights. */
export const lights: Record<PartOfDay, Light> = {
  dawn: {
    sky: '#ffe6dc',
    haze: '#ffcdb8',
    cloud: '#fff4ec',
    disc: '#ffd98a',
    discY: 276,
    discRadius: 74,
    far: '#c79bb0',
    near: '#8f6690',
    water: '#4f8a8c',
    ripple: '#6ea5a2',
    shore: '#2f6265',
    stars: false,
  },
  day: {
    sky: '#cfe9f0',
    haze: '#e4f2ec',
    cloud: '#ffffff',
    disc: '#ffd65c',
    discY: 148,
    discRadius: 64,
    far: '#93bba9',
    near: '#4d8d79',
    water: '#1c7d84',
    ripple: '#3d999a',
    shore: '#0f5a55',
    stars: false,
  },
  dusk: {
    sky: '#ffe1c7',
    haze: '#ffcf9e',
    cloud: '#ffeccb',
    disc: '#f5b700',
    discY: 250,
    discRadius: 82,
    far: '#c9738a',
    near: '#8c3d68',
    water: '#17655a',
    ripple: '#2a8375',
    shore: '#0f4c43',
    stars: false,
  },
  night: {
    sky: '#2b2150',
    haze: '#3a2d64',
    cloud: '#4a3c78',
    disc: '#fff0cd',
    discY: 150,
    discRadius: 50,
    far: '#4b3a70',
    near: '#352654',
    water: '#183b52',
    ripple: '#245067',
    shore: '#0d2838',
    stars: true,
  },
}
