import type { ScamShield } from '@rosella/server/features/safety/shield/open-shield'

/** Nobody is asked or warned in the town's past: its cases are those that are told here. */
export const noShield: ScamShield = {
  look: () => undefined,
  ask: async () => {},
  note: async () => {},
}
