type Mark = readonly [mark: RegExp, name: string]

/** The order matters: Edge and Opera also name Chrome, and Chrome also names Safari. */
const browsers: readonly Mark[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly Mark[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (marks: readonly Mark[], agent: string) => marks.find(([mark]) => mark.test(agent))?.[1]

/** Turns a User-Agent header into a label such as 'Firefox on Windows'. */
export function deviceLabel(agent: string): string {
  const browser = nameIn(browsers, agent)
  const system = nameIn(systems, agent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'An unknown device'
}

export const isPhone = (agent: string): boolean => /\b(?:iPhone|iPad|Android|Mobile)\b/.test(agent)
