import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { plainAddress } from '../../domain/mail-address'

/** Far more than the headers we write. */
const HEAD_BYTES = 16_384

/** The mails of a folder by whom they are for, read from the files themselves: there is no list to go wrong. */
export function mailFolder(dir: string) {
  /** Also what a process that died left half-written. */
  async function* mails(): AsyncGenerator<{ name: string; to: string }> {
    for (const name of await readdir(dir)) {
      if (isMail(name)) yield { name, to: addressee(await readHead(join(dir, name))) }
    }
  }
  return {
    /** Of mails whose file names sort before this one. */
    async addresses(before: string): Promise<string[]> {
      const found = new Set<string>()
      for await (const { name, to } of mails()) if (name < before && to) found.add(to)
      return [...found]
    },
    /** By their names alone, which begin with the moment. */
    async eraseBefore(before: string): Promise<void> {
      for (const name of await readdir(dir))
        if (isMail(name) && name < before) await rm(join(dir, name), { force: true })
    },
    async erase(address: string): Promise<void> {
      const wanted = plainAddress(address)
      for await (const { name, to } of mails()) if (to === wanted) await rm(join(dir, name), { force: true })
    },
  }
}

const isMail = (name: string): boolean => /\.(eml|tmp)$/.test(name)

/** '' when it is gone meanwhile. */
async function readHead(file: string): Promise<string> {
  try {
    await using handle = await open(file)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.toString('utf8', 0, bytesRead).split('\r\n\r\n', 1)[0] ?? ''
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function addressee(head: string): string {
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const to = /^To: (.*)$/im.exec(unfolded)?.[1]?.trim() ?? ''
  return plainAddress(/<([^<>]+)>$/.exec(to)?.[1] ?? to)
}
