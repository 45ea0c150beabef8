import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { plainAddress } from '../../email/address'
import { ConfigurationFault } from '../../failure'
import type { Mailer } from '../../ports/mailer'
import { folderFault, isDiskError, throwTransient } from '../throw-transient'
import { composeMail, oneLine, readMailbox } from './compose'

/** Far more than our headers need. */
const HEAD_BYTES = 16_384

/** The emails in a folder. Recipients are read from the files themselves, so that no index can be out of date. */
function mailFolder(dir: string) {
  /** Includes files that a killed process left half-written. */
  async function* emails(): AsyncGenerator<{ name: string; to: string }> {
    for (const name of await readdir(dir)) {
      if (isMail(name)) yield { name, to: addressee(await readHead(join(dir, name))) }
    }
  }
  return {
    /** Recipients of the emails whose file names sort before this one. */
    async addresses(before: string): Promise<string[]> {
      const found = new Set<string>()
      for await (const { name, to } of emails()) if (name < before && to) found.add(to)
      return [...found]
    },
    /** By file name, which begins with the time. */
    async deleteBefore(before: string): Promise<void> {
      for (const name of await readdir(dir))
        if (isMail(name) && name < before) await rm(join(dir, name), { force: true })
    },
    async deleteTo(address: string): Promise<void> {
      const wanted = plainAddress(address)
      for await (const { name, to } of emails()) if (to === wanted) await rm(join(dir, name), { force: true })
    },
  }
}

const isMail = (name: string): boolean => /\.(eml|tmp)$/.test(name)

/** Returns '' if the file has been deleted since. */
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

export interface FolderMailerOptions {
  dir: string
  from: string
  /** Prints to the terminal, where the operator of an embedded site reads the links. */
  print: (line: string) => void
}

/** The embedded mailbox: one `.eml` file per email, sorted by time, and one line on the terminal. */
export async function openFolderMailer(options: FolderMailerOptions): Promise<Mailer> {
  const { dir, print } = options
  const from = readMailbox(options.from)
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const orTransient = throwTransient(isDiskError, folderFault('mail', dir))
  const check = async () => {
    await mkdir(dir, { recursive: true }).catch(orTransient)
    await access(dir, constants.W_OK | constants.X_OK).catch(orTransient)
  }
  // The site starts anyway; `check` reports the fault.
  await check().catch((error) => {
    if (!(error instanceof ConfigurationFault)) throw error
  })
  const box = mailFolder(dir)
  let sent = 0

  return {
    async send(mail) {
      const composed = composeMail(mail, from)
      const { message } = await writer.sendMail(composed)
      // The counter sorts emails of the same millisecond; the random part avoids clashes between processes.
      const timestamp = timestampOf(new Date())
      const number = String(sent++ % 1_000_000).padStart(6, '0')
      const file = join(dir, `${timestamp}-${number}-${randomBytes(3).toString('hex')}`)
      try {
        await writeFile(`${file}.tmp`, message, { mode: 0o600 })
        await rename(`${file}.tmp`, `${file}.eml`)
      } catch (error) {
        await rm(`${file}.tmp`, { force: true }).catch(() => {})
        orTransient(error)
      }
      const link = mail.link ? ` ${oneLine(mail.link)}` : ''
      print(`Email to ${composed.to.address}: ${composed.subject}${link}`)
    },
    recipientsBefore: (ts) => box.addresses(timestampOf(new Date(ts * 1000))).catch(orTransient),
    deleteBefore: (ts) => box.deleteBefore(timestampOf(new Date(ts * 1000))).catch(orTransient),
    deleteTo: (address) => box.deleteTo(address).catch(orTransient),
    async collectBounces() {},
    check,
    async close() {
      writer.close()
    },
  }
}

/** The start of a file name, so that files sort by time. */
const timestampOf = (date: Date): string => date.toISOString().replaceAll(':', '-')
