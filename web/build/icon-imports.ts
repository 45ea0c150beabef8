import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const home = dirname(createRequire(import.meta.url).resolve('lucide-react/package.json'))

/** Heart → heart: which file holds which icon, as the library's own index says. */
function files(): Map<string, string> {
  const index = readFileSync(join(home, 'dist/esm/lucide-react.mjs'), 'utf8')
  const lines = index.matchAll(/export \{([^}]*)\} from ['"]\.\/icons\/([^'"]+)\.mjs['"]/g)
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  )
}

/**
 * Icons by their own files instead of through the index of two thousand: the build knows who needs which, and is
 * done in a fourth of the time.
 */
export function iconImports(): Plugin {
  const known = files()
  return {
    name: 'rosella:icon-imports',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: "from 'lucide-react'" },
      handler: (code) =>
        code.replace(/import \{([^}]*)\} from 'lucide-react'/g, (_, list: string) => {
          const names = list.split(',').map((name) => name.trim())
          return names
            .filter((name) => name && !name.startsWith('type '))
            .map((name) => {
              const file = known.get(name)
              if (!file) throw new Error(`There is no icon ${name}.`)
              return `import ${name} from 'lucide-react/icons/${file}'`
            })
            .join(';')
        }),
    },
  }
}
