import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const LIST = 'SHA256SUMS'

/** Files of a folder with their sums, in the list that `sha256sum -c` reads too. */
export class SummedFiles {
  private constructor(
    private readonly folder: string,
    private readonly sums: Map<string, string>,
  ) {}

  static async create(folder: string): Promise<SummedFiles> {
    await mkdir(folder, { mode: 0o700 })
    return new SummedFiles(folder, new Map())
  }

  /** The list itself is vouched for by its own sum, which is told beside it. */
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
    const told = summing((sum) => void this.sums.set(path, sum))
    // flush: what is called done is on the disk.
    await pipeline([...through, told, createWriteStream(file, { mode: 0o600, flush: true })])
  }

  /** Fails at its end when the file is not the one that was written. */
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
  return new Error(`The backup is damaged: ${path} is not as it was written.`)
}

function summing(tell: (sum: string) => void): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      try {
        tell(hash.digest('hex'))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
