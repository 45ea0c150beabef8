import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportPhotoBank, importPhotoBank } from '../features/photos/index'
import { configFromEnvironment } from '../platform/config'
import { openServices } from '../platform/open-services'

/** Exchanges banks of known photos with other sites. Returns a sentence about the result. */
async function main([action, file, ...rest]: string[]): Promise<string> {
  if ((action !== 'export' && action !== 'import') || !file || rest.length > 0)
    throw new Error('Usage: npm run photo-bank -- export <file>, or npm run photo-bank -- import <file>')
  const config = configFromEnvironment()
  const { services, close } = await openServices(
    { ...config, events: { kind: 'memory' } },
    { readOnly: true },
  )
  try {
    if (action === 'export') {
      // Never over an existing file, which may be the bank of another site.
      await pipeline(Readable.from(exportPhotoBank(services)), createWriteStream(file, { flags: 'wx' }))
      return `Exported the bank of known photos to ${file}.`
    }
    const lines = () =>
      createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
    const { added, known, skipped } = await importPhotoBank(services, lines)
    return `Imported ${added} hashes. ${known} were known already, ${skipped} were ours or older than five years.`
  } finally {
    await close()
  }
}

main(process.argv.slice(2)).then(
  (sentence) => {
    process.stdout.write(`${sentence}\n`)
    process.exit(0)
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
