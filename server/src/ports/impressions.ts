import type { Surface } from '@rosella/contract/browse/rules'
import type { Viewer } from '../domain/viewer'

type Looking = Pick<Viewer, 'id' | 'impersonator'>

/** Counts who is shown, opened and liked where, by member and day and never by whom. What an admin sees while acting does not count. */
export interface Impressions {
  shown(viewer: Looking, surface: Exclude<Surface, 'other'>, ids: readonly number[]): void
  opened(viewer: Looking, id: number): void
  liked(viewer: Looking, id: number): void
}
