import type { ReactNode } from 'react'
import type { Params } from './match'

export interface Location {
  pathname: string
  search: string
  hash: string
  /** What a link said of where it leads. */
  state: unknown
  /** Names the entry of the history. */
  key: string
}

/** POP is back, forward and the first page. */
export type NavigationType = 'PUSH' | 'REPLACE' | 'POP'

export interface Shown {
  location: Location
  type: NavigationType
  params: Params
  /** The frames from outside in, and the screen. */
  parts: ReactNode[]
  keepsScroll: boolean
  /** A screen that could not be loaded. */
  error?: unknown
}
