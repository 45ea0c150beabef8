import { int, nullable, obj } from '../shapes'

/** Of cards and profiles, as of the last recount; null where there is nothing to show. */
export const agreement = {
  /** "At least 65 % match" with the viewer; null with fewer than 10 common questions. */
  match: nullable(int({ maximum: 95 })),
  /** "You agree on 14 of 17"; null without common questions. */
  agree: nullable(obj({ agree: int(), common: int() })),
}
