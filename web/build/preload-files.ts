import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import type { Plugin } from 'vite'
import { chunkWith, filesOf } from './bundle.ts'

const preload = fileURLToPath(new URL('../preload.js', import.meta.url))

/**
 * Inlines preload.js into the page, because a separate file would cost a round trip before anything else is requested.
 * Passes it the names of the fonts and of the extra scripts that the visitors' home, a member's first screen and a profile
 * need.
 */
export function preloadFiles(): Plugin {
  return {
    name: 'rosella:preload-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const scripts = (source: string): string[] =>
          filesOf(bundle, chunkWith(bundle, source)).filter((file) => file.endsWith('.js'))
        const entry = scripts('/src/main.tsx')
        const home = scripts('/features/home/VisitorHome.tsx').filter((file) => !entry.includes(file))
        const member = scripts('/app/MemberArea.tsx').filter((file) => !entry.includes(file))
        const known = [...entry, ...member]
        const profile = scripts('/app/screens/ProfileRoute.tsx').filter((file) => !known.includes(file))
        const fonts = Object.keys(bundle).filter((file) => /-latin-wght-normal-[^/]*\.woff2$/.test(file))
        const attributes = Object.entries({ fonts, home, member, profile }).map(
          ([name, files]) => `data-${name}="${files.map((file) => `/${file}`).join(' ')}"`,
        )
        const { code } = await transform(readFileSync(preload, 'utf8'), { minify: true })
        return html.replace(
          /<script [^>]*src="\/preload\.js">/,
          () => `<script ${attributes.join(' ')}>${code.trim()}`,
        )
      },
    },
  }
}
