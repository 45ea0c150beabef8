import { Readable } from 'node:stream'
import { CONTACT_SECONDS, RETAINED_SECONDS, WARN_SECONDS } from '@rosella/contract/safety/rules'
import { ZipFile } from 'yazl'
import type { FileReply } from '../../../platform/http/route'
import type { Viewer } from '../../../platform/http/viewer'
import type { Services } from '../../../platform/services'
import { exportOwnData, ownPhotos } from './export-own-data'
import {
  exportDates,
  exportMessages,
  exportRelations,
  exportRetained,
  exportSafetyNotices,
} from './export-relations'

/**
 * All data about the member as a ZIP that is streamed, so that long conversations and many photos are never
 * in memory as a whole.
 */
export async function exportMyData(deps: Services, viewer: Pick<Viewer, 'id'>): Promise<FileReply> {
  const { db, log, site } = deps
  const date = new Date(deps.clock.now() * 1000)
  const own = {
    ...(await exportOwnData(db, viewer.id)),
    'retained-for-reports': await exportRetained(db, viewer.id),
    dates: await exportDates(db, viewer.id),
    'safety-notices': await exportSafetyNotices(db, viewer.id),
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
    // JPEGs don't compress further.
    zip.addReadStreamLazy(`photos/${name}.jpg`, { mtime: date, compress: false }, (give) => {
      readPhoto(deps, name, approved).then(
        (body) => give(null, body),
        (error) => give(error, Readable.from([])),
      )
    })
  }
  zip.end()
  const body = new Readable().wrap(zip.outputStream)
  // The response has started, so aborting it is the only way to signal an incomplete file.
  zip.on('error', (err: unknown) => {
    log.warn({ err }, 'data download aborted')
    body.destroy(err as Error)
  })
  return { name: `${fileName(site.name)}-my-data.zip`, type: 'application/zip', body }
}

/** A photo may have moved to the other area meanwhile because of a decision, so both are tried. */
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
  `Everything ${name} stores about you, as of ${date.toISOString()}.

Each .json file covers one subject and can be read with any text editor; the photos are in the folder "photos".
Passwords, log-in links and codes are stored only as hashes, which are useless to anyone, and are left out.
So are moderators' notes and reports that others may have made, because they involve other people too.

Messages that you deleted are retained encrypted for ${RETAINED_SECONDS / DAY} days. Nobody can read them unless the person you
wrote to reports them; retained-for-reports.json has their number. When you delete your account, the same applies to
your conversations. We keep a list of the people you had contact with for ${CONTACT_SECONDS / DAY} days, so that you can report someone you
can no longer see. If you delete your account, we keep your first name and the month of your last message, encrypted, for
each person you wrote to in the last ${WARN_SECONDS / DAY} days, so that we can warn them if you are banned for a scam.
`
