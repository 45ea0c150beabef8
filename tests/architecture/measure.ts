import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findCycle, type Import, importsOf, root, sourceFiles } from './imports'
import { layers, serverEdges, webEdges } from './map'

export const files = sourceFiles()
const known = new Set(files)
export const isTest = (file: string): boolean => /(\.test\.tsx?|\/suite\.ts|\/expectations\.ts)$/.test(file)
export const source = files.filter((file) => !isTest(file))
export const product = source.filter((file) => /^(contract|server\/src|web\/src)\//.test(file))
export const imports = source.flatMap((file) => importsOf(file, known))
export const own = imports.filter((line) => line.own)

export const inside = (file: string, place: string): boolean =>
  file === `${place}.ts` || file.startsWith(`${place}/`)
const prefixes = Object.keys(layers).sort((a, b) => b.length - a.length)
export const layerOf = (file: string): string | undefined =>
  prefixes.find((prefix) => file.startsWith(`${prefix}/`))
/** The side and feature of a file, or undefined outside features. */
export function featureOf(file: string): { side: string; name: string } | undefined {
  const [, side, name] = /^(server|web)\/src\/features\/([^/]+)\//.exec(file) ?? []
  return side && name ? { side, name } : undefined
}

const edgesOf = (side: string) => (side === 'server' ? serverEdges : webEdges)

/** Imports that the map does not allow, as 'from -> to'. */
export function forbiddenImports(list: readonly Import[] = own): string[] {
  return list.filter(breaksMap).map(({ from, to }) => `${from} -> ${to}`)
}

function breaksMap({ from, to }: Import): boolean {
  const layer = layerOf(from)
  if (!layer) return false
  const [feature, other] = [featureOf(from), featureOf(to)]
  if (feature && other && feature.side === other.side) {
    if (feature.name === other.name) return false
    const isFace = feature.side === 'web' || to === `server/src/features/${other.name}/index.ts`
    return !isFace || !edgesOf(feature.side)[feature.name]?.includes(other.name)
  }
  return !layers[layer]?.some((place) => inside(to, place))
}

/** Edges between features that some import uses, as 'side: from -> to'. */
export const usedEdges = (): string[] => [
  ...new Set(
    own.flatMap(({ from, to }) => {
      const [a, b] = [featureOf(from), featureOf(to)]
      return a && b && a.side === b.side && a.name !== b.name ? [`${a.side}: ${a.name} -> ${b.name}`] : []
    }),
  ),
]

export const declaredEdges = (): string[] =>
  [['server', serverEdges] as const, ['web', webEdges] as const].flatMap(([side, edges]) =>
    Object.entries(edges).flatMap(([from, targets]) => targets.map((to) => `${side}: ${from} -> ${to}`)),
  )

export const importCycle = (): string[] | undefined => {
  const edges = new Map(files.map((file) => [file, [] as string[]]))
  for (const { from, to } of own) edges.get(from)?.push(to)
  return findCycle(edges)
}

export const linesOf = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1

/** Folders of product files with their number of files, fullest first. */
export function folders(): [folder: string, files: number][] {
  const counts = new Map<string, number>()
  for (const file of product) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

/** Small product files that only one other product file imports. */
export function smallWithOneImporter(): string[] {
  const importers = new Map<string, Set<string>>()
  for (const { from, to } of own)
    if (/^(contract|server\/src|web\/src)\//.test(from))
      importers.set(to, (importers.get(to) ?? new Set()).add(from))
  return product.filter((file) => linesOf(file) < 60 && importers.get(file)?.size === 1)
}
