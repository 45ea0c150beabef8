import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { ConfigurationFault } from '../../ports/configuration-fault'
import type { Mailer } from '../../ports/mailer'
import { folderFault, isDiskError, throwTransient } from '../throw-transient'
import { composeMail, oneLine, readMailbox } from './compose'
import { mailFolder } from './mail-folder'

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
