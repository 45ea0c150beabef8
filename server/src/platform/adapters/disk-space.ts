import { statfs } from 'node:fs/promises'
import type { DiskMetrics } from '../metrics/site-metrics'

/** How much room there is in the folders of the site; one that is not there yet is left out. */
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
