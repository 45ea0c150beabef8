let names: Intl.DisplayNames | undefined
/**
 * Uses the platform's own tables, so that no names are bundled. Opening them takes a phone as long as
 * rendering a screen, so Australia, where nearly everyone lives, is a constant.
 */
export function countryName(code: string): string {
  if (code === 'AU') return 'Australia'
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
  return names.of(code) ?? code
}
