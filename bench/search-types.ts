/** Dense cities, small towns and nationwide searches, with few and many filters. */
export const searchTypes: Record<string, string> = {
  'near, dense city': 'any=1&distance=10&place=Sydney|NSW|AU',
  'near, another city': 'any=1&distance=25&place=Melbourne|VIC|AU',
  'near, middling town': 'any=1&distance=50&place=Dubbo|NSW|AU',
  'near, outback': 'any=1&distance=50&place=Longreach|QLD|AU',
  'near and young': 'any=1&distance=25&place=Brisbane|QLD|AU&age_min=22&age_max=30',
  'near and tight':
    'any=1&distance=10&place=Perth|WA|AU&smoking=-&kids=-&wants_kids=%2B&tags=yoga&age_min=28&age_max=36',
  'near, answered': 'any=1&distance=50&place=Adelaide|SA|AU&smoking=-&answered_only=1',
  'near, sorted by distance': 'any=1&distance=100&place=Hobart|TAS|AU&sort=distance',
  'near, active today': 'any=1&distance=50&place=Newcastle|NSW|AU&active_days=1',
  'near, newest': 'any=1&distance=50&place=Canberra|ACT|AU&sort=newest',
  'from home': 'any=1&distance=100',
  'by preferences': '',
  'a state': 'any=1&state=TAS',
  'nationwide, tags': 'any=1&tags=chess,jazz',
  'nationwide, tight': 'any=1&smoking=-&drinking=-&kids=-&age_min=30&age_max=33&spoken=vi',
  'nationwide, loose': 'any=1&age_min=20',
  'nationwide, tall': 'any=1&height_min=185&answered_only=1',
  'nationwide, new': 'any=1&new=1',
  'nationwide, anybody': 'any=1',
  'nationwide, by distance': 'any=1&sort=distance',
}

export interface Latency {
  p50: number
  p99: number
}
export const quantiles = (times: number[]): Latency => {
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}
