import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const LIST = 'SHA256SUMS'

/** The files of a folder with their checksums, in a list that `sha256sum -c` reads too. */
export class SummedFiles {
  private constructor(
    private readonly folder: string,
    private readonly sums: Map<string, string>,
  ) {}

  static async create(folder: string): Promise<SummedFiles> {
    await mkdir(folder, { mode: 0o700 })
    return new SummedFiles(folder, new Map())
  }

  /** The checksum of the list itself is stored in backup.json. */
  static async open(folder: string, sum: string): Promise<SummedFiles> {
    const list = await readFile(join(folder, LIST), 'utf8')
    if (createHash('sha256').update(list).digest('hex') !== sum) throw damaged(LIST)
    const lines = list.split('\n').filter((line) => line !== '')
    return new SummedFiles(folder, new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)])))
  }

  paths(): string[] {
    return [...this.sums.keys()]
  }

  async write(path: string, ...through: [Readable, ...Transform[]]): Promise<void> {
    const file = join(this.folder, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const counted = summing((sum) => void this.sums.set(path, sum))
    // flush: the file is on disk when the call returns.
    await pipeline([...through, counted, createWriteStream(file, { mode: 0o600, flush: true })])
  }

  /** The stream fails at its end if the file differs from the one that was written. */
  read(path: string): Readable {
    const checked = summing((sum) => {
      if (sum !== this.sums.get(path)) throw damaged(path)
    })
    const file = createReadStream(join(this.folder, path))
    file.once('error', (error) => checked.destroy(error))
    return file.pipe(checked)
  }

  async check(path: string): Promise<void> {
    for await (const _ of this.read(path));
  }

  async writeList(): Promise<string> {
    const list = [...this.sums].map(([path, sum]) => `${sum}  ${path}\n`).join('')
    await writeFile(join(this.folder, LIST), list, { mode: 0o600, flush: true })
    return createHash('sha256').update(list).digest('hex')
  }
}

function damaged(path: string): Error {
  return new Error(`The backup is damaged: ${path} has changed since it was written.`)
}

function summing(onSum: (sum: string) => void): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      try {
        onSum(hash.digest('hex'))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
