import { statfs } from 'node:fs/promises'
import type { DiskMetrics } from '../metrics/site-metrics'

/** The free space in the site's folders; omits folders that do not exist yet. */
export async function readDisks(
  folders: Record<DiskMetrics['place'], string | undefined>,
): Promise<DiskMetrics[]> {
  const read = Object.entries(folders).map(async ([place, folder]) => {
    const found = folder === undefined ? undefined : await statfs(folder).catch(() => undefined)
    if (!found) return []
    const { bavail, blocks, bsize } = found
    return [{ place: place as DiskMetrics['place'], free_bytes: bavail * bsize, size_bytes: blocks * bsize }]
  })
  return (await Promise.all(read)).flat()
}
