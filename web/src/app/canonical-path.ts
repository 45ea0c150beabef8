const segments = (path: string): string[] => path.split('/').filter(Boolean)

/** The path in the route's own spelling, because capitals and a trailing slash lead to the same page. */
export function canonicalPath(pattern: string, path: string): string {
  const wanted = segments(pattern)
  // An unknown page keeps its path.
  if (wanted[0] === '*') return path
  const isFixed = (segment: string | undefined) => segment !== undefined && !/^[:*]/.test(segment)
  return `/${segments(path)
    .map((segment, n) => (isFixed(wanted[n]) ? wanted[n] : segment))
    .join('/')}`
}
