import type { Plugin } from 'vite'
import { holding, loads } from './bundle.ts'

/** Tells public/early.js the names of what members need, their scripts beyond those of the first page, and of the fonts. */
export function earlyParts(): Plugin {
  return {
    name: 'rosella:early-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const scripts = (source: string): string[] =>
          loads(bundle, holding(bundle, source)).filter((file) => file.endsWith('.js'))
        const first = scripts('/src/main.tsx')
        const member = scripts('/app/MemberArea.tsx').filter((file) => !first.includes(file))
        const known = [...first, ...member]
        const profile = scripts('/app/ProfileRoute.tsx').filter((file) => !known.includes(file))
        const fonts = Object.keys(bundle).filter((file) => /-latin-wght-normal-[^/]*\.woff2$/.test(file))
        const names = (files: string[]): string => files.map((file) => `/${file}`).join(' ')
        return html.replace(
          '<script src="/early.js">',
          `<script src="/early.js" data-fonts="${names(fonts)}" data-member="${names(member)}" data-profile="${names(profile)}">`,
        )
      },
    },
  }
}
