import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Plugin, Rolldown } from 'vite'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')

/** What a phone needs to keep the site as an app: the service worker with the files of this build, and the icons. */
export function installable(): Plugin {
  return {
    name: 'rosella:installable',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const entry = holding(bundle, '/src/main.tsx')
        const offline = holding(bundle, '/app/OfflineScreen.tsx')
        if (!entry || !offline) throw new Error('The build has no entry or no offline screen.')
        const fonts = Object.keys(bundle).filter((file) => /-latin-wght-normal-[^/]*\.woff2$/.test(file))
        const files = [
          ...new Set([
            ...loads(bundle, entry),
            ...loads(bundle, offline),
            ...fonts,
            'theme.js',
            'favicon.svg',
          ]),
        ].map((file) => `/${file}`)
        const worker = read('../service-worker.js')
        // A new cache whenever any of it has changed, names without a hash included.
        const unhashed = [worker, read('../index.html'), read('../public/theme.js')]
        const build = createHash('sha256')
          .update([...unhashed, ...files].join('\n'))
          .digest('hex')
          .slice(0, 12)
        const words = { FILES: files, ENTRY: `/${entry.fileName}`, BUILD: build }
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: worker.replace(/__([A-Z]+)__/g, (_, key: keyof typeof words) => JSON.stringify(words[key])),
        })
        for (const [fileName, source] of await icons()) this.emitFile({ type: 'asset', fileName, source })
      },
    },
  }
}

const holding = (bundle: Rolldown.OutputBundle, source: string): Rolldown.OutputChunk | undefined =>
  Object.values(bundle)
    .filter((file) => file.type === 'chunk')
    .find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)))

/** A chunk, its styles and everything it imports at once. */
function loads(
  bundle: Rolldown.OutputBundle,
  chunk: Rolldown.OutputChunk,
  seen = new Set<string>(),
): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const next = chunk.imports.map((name) => bundle[name]).filter((file) => file?.type === 'chunk')
  return [
    chunk.fileName,
    ...(chunk.viteMetadata?.importedCss ?? []),
    ...next.flatMap((file) => loads(bundle, file, seen)),
  ]
}

/** Our mark as pictures. A maskable icon is cut to any shape: only the middle four fifths are sure to be seen. */
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
    ['icons/apple-180.png', await draw(180, 0.66, '#fff8f4')],
  ]
}
