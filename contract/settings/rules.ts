/** The server's own settings with their defaults; an admin may change them. */
export interface SiteSettings {
  photos_min: number
  photos_max: number
  max_prompts: number
  report_reasons: string[]
  notification_show_interval: number
  notifications_gap: number
  premium_text: string
}

export const defaultSettings: SiteSettings = {
  photos_min: 3,
  photos_max: 20,
  max_prompts: 3,
  report_reasons: [
    'Fake profile or scam',
    'Asking for money',
    'Harassment or threats',
    'Inappropriate photos',
    'Inappropriate messages',
    'Under 18',
    'Something else',
  ],
  notification_show_interval: 6,
  notifications_gap: 2,
  premium_text: [
    'Premium members can change their first name, look around in stealth mode, see when their messages have been read, and take a break by deactivating their account.',
    'It is granted by the people who run this site. Write to us if you would like to have it.',
  ].join('\n'),
}

export const PREMIUM_TEXT_MAX = 1000

/** Whether an admin may give a setting this value. */
export function isSettingValue(key: keyof SiteSettings, value: unknown): boolean {
  if (key === 'report_reasons') {
    return (
      Array.isArray(value) &&
      value.length >= 1 &&
      value.length <= 30 &&
      new Set(value).size === value.length &&
      value.every((reason) => typeof reason === 'string' && reason.trim() === reason && isShort(reason))
    )
  }
  if (key === 'premium_text') {
    return typeof value === 'string' && value.trim() !== '' && value.length <= PREMIUM_TEXT_MAX
  }
  const [low, high] = settingRange[key]
  return Number.isInteger(value) && (value as number) >= low && (value as number) <= high
}

const isShort = (reason: string): boolean => reason.length >= 1 && reason.length <= 100

/** The least and the most that a number may be. */
export const settingRange: Record<
  Exclude<keyof SiteSettings, 'report_reasons' | 'premium_text'>,
  readonly [number, number]
> = {
  photos_min: [0, 20],
  photos_max: [1, 100],
  max_prompts: [0, 9],
  notification_show_interval: [1, 60],
  notifications_gap: [0, 60],
}

/** Whose clocks the weekly summary goes by. */
export const SITE_TIME_ZONE = 'Australia/Sydney'
export const userSettingKeys = ['summaries', 'stealth_mode', 'read_receipts', 'show_gender_birth'] as const
export const premiumSettingKeys = ['stealth_mode', 'read_receipts'] as const
