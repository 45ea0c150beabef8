import { Problem } from '../domain/problem'

/** The memory of one upload, from its first byte until it has been dealt with. */
export interface UploadMemory {
  /** Says how much more it takes now; whoever takes the most of those still arriving makes room where there is none. */
  grow(bytes: number): void
  /** It is all here: nothing would be gained by giving it up. */
  arrived(): void
  free(): void
}

/**
 * Bounds what all uploads take together. A slow one takes little, so any number may be under way; where the
 * memory ends, the largest goes, not the one that comes last: nobody can keep the others out by holding much.
 */
export function uploadMemories(mostBytes: number): (giveUp: (problem: Problem) => void) => UploadMemory {
  const arriving = new Set<{ bytes: number; giveUp(problem: Problem): void }>()
  let held = 0
  return (giveUp) => {
    const upload = { bytes: 0, giveUp }
    const free = () => {
      arriving.delete(upload)
      held -= upload.bytes
      upload.bytes = 0
    }
    return {
      grow(bytes) {
        arriving.add(upload)
        held += bytes
        upload.bytes += bytes
        while (held > mostBytes && arriving.size > 0) {
          const largest = [...arriving].reduce((most, each) => (each.bytes > most.bytes ? each : most))
          arriving.delete(largest)
          held -= largest.bytes
          largest.bytes = 0
          largest.giveUp(new Problem('busy'))
        }
      },
      arrived: () => void arriving.delete(upload),
      free,
    }
  }
}
