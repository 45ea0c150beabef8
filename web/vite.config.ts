import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './build/chunk-groups.ts'
import { preloadFiles } from './build/preload-files.ts'
import { pwa } from './build/pwa.ts'
import packageJson from './package.json' with { type: 'json' }

const server = 'http://localhost:3000'

const { browserslist } = packageJson

/** Vite names engines, of which the oldest version counts. Samsung Internet 27 is Chromium 125. */
const engines = new Map<string, string>()
for (const query of browserslist) {
  const [browser = '', , version = ''] = query.split(' ')
  if (browser === 'samsung') engines.set('chrome', '125')
  else engines.set(browser === 'ios_saf' ? 'ios' : browser, version)
}

export default defineConfig({
  plugins: [
    react({ compiler: true }),
    tailwindcss(),
    preloadFiles(),
    flags(),
    pwa(),
    developmentPlaceholders(),
  ],
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/media': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    // Ships light-dark(), popover and @starting-style as written instead of lowering them into more CSS.
    target: [...engines].map(([name, version]) => name + version),
    // A data: URL would need a weaker content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Without the files that every page has loaded before.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((name) => !/\/(first|rolldown-runtime)-/.test(name)),
    },
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: chunkGroups() },
      // On a slow machine, this warning would greet operators at their first start.
      checks: { bundlerTimings: false },
    },
  },
})

/** Serves every country's flag as a file (/flags/AU.svg), so that scripts don't contain them. */
function flags(): Plugin {
  const home = dirname(createRequire(import.meta.url).resolve('country-flag-icons/3x2/flags.css'))
  const names = readdirSync(home).filter((name) => /^[A-Z]{2}\.svg$/.test(name))
  return {
    name: 'rosella:flags',
    generateBundle() {
      for (const name of names) {
        this.emitFile({ type: 'asset', fileName: `flags/${name}`, source: readFileSync(join(home, name)) })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use('/flags', (request, response, next) => {
        const name = request.url?.slice(1) ?? ''
        if (!names.includes(name)) return next()
        response.setHeader('content-type', 'image/svg+xml').end(readFileSync(join(home, name)))
      })
    },
  }
}

/** Replaces the placeholders in the page's head, which the server fills in production. */
function developmentPlaceholders(): Plugin {
  const values: Record<string, string> = {
    SITE_NAME: 'Rosella',
    SITE_URL: 'http://localhost:5173',
    PHOTO_BASE: '/media',
    SITE_CONTACT: 'hello@localhost',
    LEGAL_DATE: '2026-11-15',
    LEGAL_ADDRESS: 'Rosella',
  }
  const fill = (text: string) => text.replace(/%([A-Z_]+)%/g, (whole, key: string) => values[key] ?? whole)
  return {
    name: 'rosella:development-placeholders',
    apply: 'serve',
    transformIndexHtml: { order: 'pre', handler: fill },
    configureServer({ config, middlewares }) {
      middlewares.use('/manifest.webmanifest', (_request, response) => {
        const text = readFileSync(join(config.publicDir, 'manifest.webmanifest'), 'utf8')
        response.setHeader('content-type', 'application/manifest+json').end(fill(text))
      })
    },
  }
}
