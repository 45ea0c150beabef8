import { arr, int, obj, opt, type Static, text } from '../shapes'

/** Server configuration that clients may read. A call answers those it was asked for. */
export const ServerSettings = obj({
  photos_min: opt(int()),
  photos_max: opt(int()),
  max_prompts: opt(int()),
  report_reasons: opt(arr(text())),
})
export type ServerSettings = Static<typeof ServerSettings>
export const readableSettings = ['photos_min', 'photos_max', 'max_prompts', 'report_reasons'] as const
