export type Params = Readonly<Record<string, string>>

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)

export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** '/reports/:id' against '/reports/7' gives { id: '7' }; what does not fit gives null. A last '*' takes any rest. */
export function match(pattern: string, path: string): Params | null {
  const given = partsOf(path)
  const wanted = partsOf(pattern)
  const isOpen = wanted.at(-1) === '*' && wanted.pop() === '*'
  if (isOpen ? given.length < wanted.length : given.length !== wanted.length) return null
  const params: Record<string, string> = {}
  for (const [n, part] of wanted.entries()) {
    const text = given[n] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decoded(text)
    else if (part !== text.toLowerCase()) return null
  }
  return params
}

/** The path as its pattern writes it: what fits in capitals or with a slash behind is the same page. */
export function asWritten(pattern: string, path: string): string {
  const wanted = partsOf(pattern)
  // What is nobody's page stays as it was asked for.
  if (wanted[0] === '*') return path
  const fixed = (part: string | undefined) => part !== undefined && !/^[:*]/.test(part)
  return `/${partsOf(path)
    .map((part, n) => (fixed(wanted[n]) ? wanted[n] : part))
    .join('/')}`
}
