import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { chunkWith, filesOf } from './bundle.ts'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')

/** Makes the site installable: the service worker with the files of this build, and the icons. */
export function pwa(): Plugin {
  return {
    name: 'rosella:pwa',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const entry = chunkWith(bundle, '/src/main.tsx')
        const offline = chunkWith(bundle, '/app/screens/OfflineScreen.tsx')
        // "Are you OK?" is asked without a network, too.
        const checkIns = chunkWith(bundle, '/features/dates/AreYouOk.tsx')
        const fonts = Object.keys(bundle).filter((file) => /-latin-wght-normal-[^/]*\.woff2$/.test(file))
        const files = [
          ...new Set([
            ...[entry, offline, checkIns].flatMap((chunk) => filesOf(bundle, chunk)),
            ...[...fonts, 'favicon.svg'],
          ]),
        ].map((file) => `/${file}`)
        const worker = read('../service-worker.js')
        // The cache name changes with every file, including those without a hash in their name.
        const unhashed = [worker, read('../index.html'), read('../preload.js')]
        const build = createHash('sha256')
          .update([...unhashed, ...files].join('\n'))
          .digest('hex')
          .slice(0, 12)
        const values = { FILES: files, ENTRY: `/${entry.fileName}`, BUILD: build }
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: worker.replace(/__([A-Z]+)__/g, (_, key: keyof typeof values) =>
            JSON.stringify(values[key]),
          ),
        })
        for (const [fileName, source] of await icons()) this.emitFile({ type: 'asset', fileName, source })
      },
    },
  }
}

/** Our logo as images, and the picture of shared links. A maskable icon may be cut to any shape, so only its middle four fifths are certain to show. */
async function icons(): Promise<[string, Buffer][]> {
  const mark = Buffer.from(read('../public/favicon.svg'))
  const draw = async (size: number, share: number, background: string): Promise<Buffer> => {
    const width = Math.round(size * share)
    const bird = await sharp(mark, { density: (72 * width) / 48 })
      .resize(width, width)
      .png()
      .toBuffer()
    return sharp({ create: { width: size, height: size, channels: 4, background } })
      .composite([{ input: bird }])
      .png({ palette: true, effort: 10 })
      .toBuffer()
  }
  return [
    ['icons/192.png', await draw(192, 1, 'transparent')],
    ['icons/512.png', await draw(512, 1, 'transparent')],
    ['icons/maskable-512.png', await draw(512, 0.56, '#fff8f4')],
    [
      'icons/share.png',
      await sharp(Buffer.from(read('./share.svg')))
        .png({ palette: true, effort: 10 })
        .toBuffer(),
    ],
    ['icons/apple-180.png', await draw(180, 0.66, '#fff8f4')],
  ]
}
