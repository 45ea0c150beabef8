import type { Rolldown } from 'vite'

/** The chunk that contains a source file. */
export function chunkWith(bundle: Rolldown.OutputBundle, source: string): Rolldown.OutputChunk {
  const found = Object.values(bundle)
    .filter((file) => file.type === 'chunk')
    .find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)))
  if (!found) throw new Error(`The build does not contain ${source}.`)
  return found
}

/** A chunk with its styles and static imports. */
export function filesOf(
  bundle: Rolldown.OutputBundle,
  chunk: Rolldown.OutputChunk,
  seen = new Set<string>(),
): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const next = chunk.imports.map((name) => bundle[name]).filter((file) => file?.type === 'chunk')
  return [
    chunk.fileName,
    ...(chunk.viteMetadata?.importedCss ?? []),
    ...next.flatMap((file) => filesOf(bundle, file, seen)),
  ]
}
