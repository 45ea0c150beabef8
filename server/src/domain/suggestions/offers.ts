export interface Pick {
  other: number
  different: boolean
  /** Of the viewer liking them. */
  chance: number
}

export interface Assigned {
  viewer: number
  picks: Pick[]
}

/** A member's candidates as columns, the best first; behind `best` those who are there to be different. */
export interface Offers {
  slots: Int32Array
  chance: Float32Array
  back: Float32Array
  score: Float32Array
  best: number
}
