import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A test's own small disk that can be filled completely. Needs the right to mount. */
export class SmallDisk {
  readonly path = mkdtempSync(join(tmpdir(), 'rosella-disk-'))

  constructor(megabytes: number) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'none', this.path])
  }

  fill(): void {
    const file = openSync(join(this.path, 'filling'), constants.O_WRONLY | constants.O_CREAT)
    try {
      for (let bytes = 1 << 20; bytes >= 1; ) {
        try {
          writeSync(file, Buffer.alloc(bytes))
        } catch {
          bytes >>= 1
        }
      }
    } finally {
      closeSync(file)
    }
    const { bavail } = statfsSync(this.path)
    if (bavail > 0) throw new Error('The disk is not full.')
  }

  empty(): void {
    rmSync(join(this.path, 'filling'))
  }

  remove(): void {
    execFileSync('umount', ['-l', this.path])
    rmSync(this.path, { recursive: true })
  }
}
