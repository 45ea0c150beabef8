import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { plainAddress } from '../../email/address'
import { ConfigurationFault } from '../../failure'
import type { Mailer } from '../../ports/mailer'
import { folderFault, isDiskError, throwTransient } from '../throw-transient'
import { composeMail, oneLine, readMailbox } from './compose'

/** Far more than the headers we write. */
const HEAD_BYTES = 16_384

/** The mails of a folder by whom they are for, read from the files themselves: there is no list to go wrong. */
function mailFolder(dir: string) {
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

export interface FolderMailerOptions {
  dir: string
  from: string
  /** The terminal: whoever runs the embedded site reads the links there. */
  print: (line: string) => void
}

/** The embedded mail box: one `.eml` for each mail, in the order sent, and one line on the terminal. */
export async function openFolderMailer(options: FolderMailerOptions): Promise<Mailer> {
  const { dir, print } = options
  const from = readMailbox(options.from)
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const orTransient = throwTransient(isDiskError, folderFault('mail', dir))
  const check = async () => {
    await mkdir(dir, { recursive: true }).catch(orTransient)
    await access(dir, constants.W_OK | constants.X_OK).catch(orTransient)
  }
  // The site opens all the same, and is told by `check` what is wrong.
  await check().catch((error) => {
    if (!(error instanceof ConfigurationFault)) throw error
  })
  const box = mailFolder(dir)
  let sent = 0

  return {
    async send(mail) {
      const composed = composeMail(mail, from)
      const { message } = await writer.sendMail(composed)
      // The count keeps two mails of one millisecond in order, the random part two processes apart.
      const moment = momentOf(new Date())
      const turn = String(sent++ % 1_000_000).padStart(6, '0')
      const file = join(dir, `${moment}-${turn}-${randomBytes(3).toString('hex')}`)
      try {
        await writeFile(`${file}.tmp`, message, { mode: 0o600 })
        await rename(`${file}.tmp`, `${file}.eml`)
      } catch (error) {
        await rm(`${file}.tmp`, { force: true }).catch(() => {})
        orTransient(error)
      }
      const link = mail.link ? ` ${oneLine(mail.link)}` : ''
      print(`Mail to ${composed.to.address}: ${composed.subject}${link}`)
    },
    keptSinceBefore: (ts) => box.addresses(momentOf(new Date(ts * 1000))).catch(orTransient),
    forgetBefore: (ts) => box.eraseBefore(momentOf(new Date(ts * 1000))).catch(orTransient),
    forget: (address) => box.erase(address).catch(orTransient),
    check,
    async close() {
      writer.close()
    },
  }
}

/** As file names begin, so that they sort by time. */
const momentOf = (date: Date): string => date.toISOString().replaceAll(':', '-')
