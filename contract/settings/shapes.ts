import { arr, int, obj, opt, type Static, text } from '../shapes'

/** Server settings that clients may read. The reply has the settings that the client requested. */
export const ServerSettings = obj({
  photos_min: opt(int()),
  photos_max: opt(int()),
  max_prompts: opt(int()),
  report_reasons: opt(arr(text())),
})
export type ServerSettings = Static<typeof ServerSettings>

/** Long texts are sent only on request. */
export const ReadableSettings = obj({ ...ServerSettings.properties, premium_text: opt(text()) })
export type ReadableSettings = Static<typeof ReadableSettings>
export const readableSettings = [
  'photos_min',
  'photos_max',
  'max_prompts',
  'report_reasons',
  'premium_text',
] as const
