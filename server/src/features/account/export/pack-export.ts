import { Readable } from 'node:stream'
import { CONTACT_SECONDS, RETAINED_SECONDS } from '@rosella/contract/safety/rules'
import { ZipFile } from 'yazl'
import type { FileReply } from '../../../platform/http/route'
import type { Viewer } from '../../../platform/http/viewer'
import type { Services } from '../../../platform/services'
import { exportOwnData, ownPhotos } from './export-own-data'
import { exportMessages, exportRelations, exportRetained } from './export-relations'

/**
 * Everything the site holds about the member, as a ZIP that is made while it is sent: a long conversation or
 * many photos never stand in memory as a whole.
 */
export async function exportMyData(deps: Services, viewer: Pick<Viewer, 'id'>): Promise<FileReply> {
  const { db, log, site } = deps
  const date = new Date(deps.clock.now() * 1000)
  const own = {
    ...(await exportOwnData(db, viewer.id)),
    'held-for-reports': await exportRetained(db, viewer.id),
  }
  const { rows: photos } = await ownPhotos(db, viewer.id)
  const zip = new ZipFile()
  const asText = (text: string, name: string) => zip.addBuffer(Buffer.from(text), name, { mtime: date })
  asText(readMe(site.name, date), 'README.txt')
  for (const [name, content] of Object.entries(own)) {
    asText(`${JSON.stringify(content, null, 2)}\n`, `${name}.json`)
  }
  const lists = { 'likes-roses-views-blocks': exportRelations, messages: exportMessages }
  for (const [name, gather] of Object.entries(lists)) {
    zip.addReadStreamLazy(`${name}.json`, { mtime: date }, (give) =>
      give(null, Readable.from(asJson(gather(db, viewer.id)))),
    )
  }
  for (const { name, approved } of photos) {
    // A JPEG gets no smaller.
    zip.addReadStreamLazy(`photos/${name}.jpg`, { mtime: date, compress: false }, (give) => {
      readPhoto(deps, name, approved).then(
        (body) => give(null, body),
        (error) => give(error, Readable.from([])),
      )
    })
  }
  zip.end()
  const body = new Readable().wrap(zip.outputStream)
  // The answer has begun: breaking it off is the only way to say that it is not whole.
  zip.on('error', (err: unknown) => {
    log.warn({ err }, 'a data download broke off')
    body.destroy(err as Error)
  })
  return { name: `${fileName(site.name)}-my-data.zip`, type: 'application/zip', body }
}

/** A photo that a decision or a deletion moved meanwhile is looked for where it may be by now. */
async function readPhoto({ photos }: Services, name: string, approved: boolean | null): Promise<Readable> {
  const areas = approved ? (['public', 'private'] as const) : (['private', 'public'] as const)
  for (const area of areas) {
    const file = await photos.read(area, name, 'lg')
    if (file) return file.body
  }
  return Readable.from([])
}

async function* asJson(items: AsyncIterable<object>): AsyncIterable<string> {
  let before = '[\n'
  for await (const item of items) {
    yield before + JSON.stringify(item, null, 2)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

const DAY = 86_400

const fileName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'site'

const readMe = (name: string, date: Date): string =>
  `Everything ${name} holds about you, as of ${date.toISOString()}.

Each .json file is one subject and can be read with any text editor; the photos are in the folder "photos".
Passwords, log-in links and codes are kept only as hashes, which are of no use to anyone, and are left out.
So are reports that others may have made and moderators' notes: they are about more people than you.

Messages that you took back are held encrypted for ${RETAINED_SECONDS / DAY} days, readable by nobody, and are opened only for a report by the
one you wrote them to; held-for-reports.json says how many. When you delete your account, the same holds for your
conversations. With whom you had contact is known for ${CONTACT_SECONDS / DAY} days, so that you can report somebody you no longer see.
`
