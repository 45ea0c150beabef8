import type { ScamShield } from '@rosella/server/features/safety/shield/open-shield'

/** The scam shield is off in the town's past; its only cases are those of trouble.ts. */
export const noShield: ScamShield = {
  scan: async () => undefined,
  ask: async () => {},
  asksAboutRepeats: async () => false,
  record: async () => {},
}
