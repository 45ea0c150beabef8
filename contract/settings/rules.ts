import {
  areReasonLabels,
  areReasons,
  labelsOfReasons,
  type ReportReason,
  standardReasons,
} from '../safety/reasons'

/** The settings of the server, which admins can change. */
export interface SiteSettings {
  photos_min: number
  photos_max: number
  max_prompts: number
  report_reasons: string[]
  notification_show_interval: number
  notifications_gap: number
  premium_text: string
  /** Pages of lists and searches that a member may read; more looks like scraping. */
  pages_minute: number
  pages_day: number
  /** Conversations that a member may start in 24 hours, without and with verified photos. */
  first_messages: number
  first_messages_verified: number
  /** Likes that a member may send in 24 hours. */
  likes: number
  /** 1 if starting a conversation requires a confirmed address. */
  confirmed_to_write: number
  /** 1 if admins and moderators must have a passkey or two-step verification. */
  staff_strong_auth: number
}

export const defaultSettings: SiteSettings = {
  photos_min: 3,
  photos_max: 20,
  max_prompts: 3,
  report_reasons: labelsOfReasons(standardReasons),
  notification_show_interval: 6,
  notifications_gap: 2,
  premium_text: [
    'Premium members can change their first name, look around in stealth mode, see when their messages have been read, and take a break by deactivating their account.',
    "Premium is granted by the people who run this site. Write to us if you'd like to have it.",
  ].join('\n'),
  pages_minute: 240,
  pages_day: 3000,
  first_messages: 20,
  first_messages_verified: 40,
  likes: 200,
  confirmed_to_write: 1,
  staff_strong_auth: 1,
}

/** The defaults. Strong authentication for staff is required only in production; a demo has nothing to lose. */
export const standardSettings = (production: boolean): SiteSettings => ({
  ...defaultSettings,
  staff_strong_auth: production ? 1 : 0,
})

export const PREMIUM_TEXT_MAX = 1000

/** Validates a value that an admin sets. */
export function isSettingValue(key: keyof SiteSettings, value: unknown): boolean {
  if (key === 'report_reasons') return areReasonLabels(value)
  if (key === 'premium_text') {
    return typeof value === 'string' && value.trim() !== '' && value.length <= PREMIUM_TEXT_MAX
  }
  const [low, high] = settingRange[key]
  return Number.isInteger(value) && (value as number) >= low && (value as number) <= high
}

/** The settings in force. Clients get the reasons as text; `reasons` also has their keys. */
export type CurrentSettings = SiteSettings & { reasons: readonly ReportReason[] }

/** Stored settings, with the default for each that is missing or invalid. */
export function currentSettings(
  stored: readonly { key: string; value: unknown }[],
  standard: SiteSettings,
): CurrentSettings {
  const settings: CurrentSettings = { ...standard, reasons: standardReasons }
  for (const { key, value } of stored) {
    if (key === 'report_reasons' && areReasons(value))
      Object.assign(settings, { reasons: value, report_reasons: labelsOfReasons(value) })
    else if (isPlainKey(key) && isSettingValue(key, value)) Object.assign(settings, { [key]: value })
  }
  return settings
}

/** True for settings that are stored in the form that clients get. */
const isPlainKey = (key: string): key is keyof SiteSettings =>
  key !== 'report_reasons' && Object.hasOwn(defaultSettings, key)

/** The smallest and the largest allowed number. */
export const settingRange: Record<
  Exclude<keyof SiteSettings, 'report_reasons' | 'premium_text'>,
  readonly [number, number]
> = {
  photos_min: [0, 20],
  photos_max: [1, 100],
  max_prompts: [0, 9],
  notification_show_interval: [1, 60],
  notifications_gap: [0, 60],
  pages_minute: [1, 100_000],
  pages_day: [1, 1_000_000],
  first_messages: [0, 10_000],
  first_messages_verified: [0, 10_000],
  likes: [1, 10_000],
  confirmed_to_write: [0, 1],
  staff_strong_auth: [0, 1],
}

/** The time zone of the weekly summary. */
export const SITE_TIME_ZONE = 'Australia/Sydney'
export const switchKeys = [
  'summaries',
  'stealth_mode',
  'read_receipts',
  'show_gender_birth',
  'town_hidden',
  'paused',
  'no_suggestions',
] as const
/** The length of a page of people in the settings. */
export const PEOPLE_PAGE = 200
/** The most addresses that a member can hide from. */
export const PEOPLE_I_KNOW_MAX = 500
export const premiumSettingKeys = ['stealth_mode', 'read_receipts'] as const
