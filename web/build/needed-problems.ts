import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folders = ['../src', '../../contract'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
const ENTRY = /^ {2}(?:'([\w.-]+)'|(\w+)): \[[^\]]*\],\n/gm

/**
 * Of the table of problems only what the web or a rule of the contract names: all else the server says, in words. A list
 * loads the table, and most of it is about what no screen notices by itself.
 */
export function neededProblems(): Plugin {
  return {
    name: 'rosella:needed-problems',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/problems\.ts$/ },
      handler(code) {
        const files = folders.flatMap((folder) =>
          readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
        )
        const others = files.filter(
          (file) => /\.tsx?$/.test(file) && !/node_modules|\.test\.|problems\.ts$/.test(file),
        )
        const named = others.map((file) => readFileSync(file, 'utf8')).join('\n')
        const rest = code.replace(ENTRY, '')
        const isNamed = (key: string): boolean =>
          named.includes(`'${key}'`) || `${named}${rest}`.includes(`problems.${key}`)
        return {
          code: code.replace(ENTRY, (entry, quoted, word) => (isNamed(quoted ?? word) ? entry : '')),
          map: null,
        }
      },
    },
  }
}
