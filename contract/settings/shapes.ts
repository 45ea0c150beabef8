import { arr, int, obj, opt, type Static, text } from '../shapes'

/** Server configuration that clients may read. A call answers those it was asked for. */
export const ServerSettings = obj({
  photos_min: opt(int()),
  photos_max: opt(int()),
  max_prompts: opt(int()),
  report_reasons: opt(arr(text())),
})
export type ServerSettings = Static<typeof ServerSettings>

/** Long words go to those alone who ask for them. */
export const ReadableSettings = obj({ ...ServerSettings.properties, premium_text: opt(text()) })
export type ReadableSettings = Static<typeof ReadableSettings>
export const readableSettings = [
  'photos_min',
  'photos_max',
  'max_prompts',
  'report_reasons',
  'premium_text',
] as const
