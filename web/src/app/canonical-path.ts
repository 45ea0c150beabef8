const segments = (path: string): string[] => path.split('/').filter(Boolean)

/** The path as its route writes it: what fits in capitals or with a slash behind is the same page. */
export function canonicalPath(pattern: string, path: string): string {
  const wanted = segments(pattern)
  // What is nobody's page stays as it was asked for.
  if (wanted[0] === '*') return path
  const isFixed = (segment: string | undefined) => segment !== undefined && !/^[:*]/.test(segment)
  return `/${segments(path)
    .map((segment, n) => (isFixed(wanted[n]) ? wanted[n] : segment))
    .join('/')}`
}
