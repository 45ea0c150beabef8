import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { apiErrorsPage, apiErrorsPath } from '../../tools/api-errors'
import { findCycle, root } from './imports'
import { MAX_EDGES, MAX_FILES_IN_FOLDER, MAX_PRODUCT_FILES } from './map'
import {
  declaredEdges,
  featureOf,
  files,
  folders,
  forbiddenImports,
  importCycle,
  imports,
  inside,
  layerOf,
  own,
  product,
  source,
  usedEdges,
} from './measure'

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

describe('imports', () => {
  test('there is something to check', () => {
    expect(product.length).toBeGreaterThan(100)
    expect(own.length).toBeGreaterThan(300)
  })

  test('every import follows the map of layers and features', () => {
    expect(forbiddenImports()).toEqual([])
  })

  test('a forbidden import would be found', () => {
    const from = 'server/src/features/messages/send-message.ts'
    const bad = [
      { from: 'server/src/platform/config.ts', to: 'server/src/members/status.ts', own: true },
      { from, to: 'server/src/features/safety/appeal.ts', own: true },
      { from, to: 'server/src/features/browse/index.ts', own: true },
    ]
    expect(forbiddenImports(bad)).toHaveLength(bad.length)
    expect(forbiddenImports([{ from, to: 'server/src/features/safety/index.ts', own: true }])).toEqual([])
  })

  test('every file of the product belongs to a layer', () => {
    expect(product.filter((file) => layerOf(file) === undefined)).toEqual([])
  })

  test('each declared edge between features is used, and there are few', () => {
    expect(usedEdges().sort()).toEqual(declaredEdges().sort())
    expect(declaredEdges().length).toBeLessThanOrEqual(MAX_EDGES)
  })

  test('the declared edges form no cycle', () => {
    const edges = new Map<string, string[]>()
    for (const edge of declaredEdges()) {
      const [, side, from, to] = /^(\w+): (\S+) -> (\S+)$/.exec(edge) ?? []
      edges.set(`${side} ${from}`, [...(edges.get(`${side} ${from}`) ?? []), `${side} ${to}`])
    }
    expect(findCycle(edges)).toBeUndefined()
  })

  test('no file imports itself through others', () => {
    expect(importCycle()).toBeUndefined()
    expect(
      findCycle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b'])
  })

  test('TypeBox is imported by the contract and the validator only', () => {
    const foreign = imports.filter(({ from, own: ours }) => inside(from, 'contract') && !ours)
    expect(foreign.filter(({ to }) => to !== 'typebox')).toEqual([])
    const outside = imports.filter(({ from, to }) => !inside(from, 'contract') && to.startsWith('typebox'))
    expect(outside.map(({ from }) => from)).toEqual([])
  })

  test('a feature has the same name in the contract, on the server and on the web', () => {
    const named = (side: string) =>
      new Set(files.flatMap((file) => (featureOf(file)?.side === side ? [featureOf(file)?.name] : [])))
    const contract = new Set(
      files.flatMap((file) => /^contract\/([^/]+)\/endpoints\.ts$/.exec(file)?.[1] ?? []),
    )
    expect([...named('server')].sort()).toEqual([...contract].sort())
    // The visitors' home and the legal pages have no calls of their own; gestures are buttons on other screens.
    const web = named('web')
    expect([...web].filter((name) => !contract.has(name as string)).sort()).toEqual(['home', 'legal'])
    expect([...contract].filter((name) => !web.has(name)).sort()).toEqual(['gestures'])
  })
})

describe('size', () => {
  test('the product stays within its budget of files and files per folder', () => {
    expect(product.length).toBeLessThanOrEqual(MAX_PRODUCT_FILES)
    expect(folders().filter(([, count]) => count > MAX_FILES_IN_FOLDER)).toEqual([])
  })
})

describe('habits', () => {
  test('no folder is called utils, helpers, misc or common', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|misc|common)\//.test(file))).toEqual([])
  })

  test('only platform/config.ts reads the environment of the server', () => {
    const readers = source.filter(
      (file) => inside(file, 'server/src') && /\bprocess\.env\b/.test(textOf(file)),
    )
    expect(readers).toEqual(['server/src/platform/config.ts'])
  })

  test('only query-keys.ts writes a key of the web cache', () => {
    const inline = /queryKey\s*[:=]\s*\[|Quer(?:y|ies)Data(?:<[^()]*>)?\(\s*\[/
    expect(inline.test("useQuery({ queryKey: ['users'] })")).toBe(true)
    expect(source.filter((file) => inside(file, 'web/src') && inline.test(textOf(file)))).toEqual([])
  })

  test('the web decides by the code of an error, never by its message', () => {
    const compared =
      /\.message\s*[!=]==?(?![=\s]*undefined)|[!=]==?\s*[\w.?]+\.message\b(?!\.)|\.message\??\.(?:includes|startsWith|endsWith|match)|(?:[!=]==?\s*clientMessage\(|clientMessage\([^()]*\)\s*[!=]==?)/
    for (const sample of ["error.message === 'x'", 'note === error.message', "said !== clientMessage('x')"])
      expect(sample).toMatch(compared)
    expect(source.filter((file) => inside(file, 'web/src') && compared.test(textOf(file)))).toEqual([])
  })

  test('the web loads only the messages of client-problems.ts', () => {
    const whole = /^import \{[^}]*\} from '@rosella\/contract\/problems'/m
    const loading = source.filter((file) => inside(file, 'web/src') && whole.test(textOf(file)))
    expect(loading).toEqual([])
    const rules = source.filter(
      (file) => inside(file, 'contract') && /^import \{[^}]*\} from '[./]*\/problems'/m.test(textOf(file)),
    )
    expect(rules).toEqual([])
  })

  test('docs/api-errors.md lists the problems of the contract (npm run docs:errors)', () => {
    expect(readFileSync(apiErrorsPath, 'utf8')).toBe(apiErrorsPage())
  })

  test('the web imports each icon by its file, so that a page loads only its own', () => {
    const fromIndex = /^import \{[^}]*\} from 'lucide-react'/m
    expect(source.filter((file) => inside(file, 'web/src') && fromIndex.test(textOf(file)))).toEqual([])
  })

  test('every lazy part of the web has an error boundary, so only LazyPart.tsx uses React’s lazy', () => {
    const lazy = /^import \{[^}]*\blazy\b[^}]*\} from 'react'/m
    const users = source.filter((file) => inside(file, 'web/src') && lazy.test(textOf(file)))
    expect(users).toEqual(['web/src/ui/lazy/LazyPart.tsx'])
  })

  test('files are named kebab-case.ts and PascalCase.tsx', () => {
    const odd = files.filter((file) => {
      const name = file.split('/').at(-1) ?? ''
      return name.endsWith('.tsx')
        ? !/^([A-Z][A-Za-z0-9]*|main|routes)(\.test)?\.tsx$/.test(name)
        : !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|browser))*\.ts$/.test(name)
    })
    expect(odd).toEqual([])
  })
})

/** Code without comments, because comments may mention a rule. */
const code = new Map(
  source
    .filter((file) => !file.startsWith('tests/'))
    .map((file) => [file, textOf(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')]),
)
const filesWith = (pattern: RegExp): string[] =>
  [...code].flatMap(([file, text]) => (pattern.test(text) ? [file] : []))

describe('one home per rule', () => {
  const number = /\bstatus"?\s*(?:=|<>|!=|===|!==|:)\s*[1-5]\b|\bstatus"?\s+(?:not\s+)?in\s*\([\s\d,]+\)/
  const constant = /\b(?:UNFINISHED|ACTIVE|SUSPENDED|BANNED|DEACTIVATED)\s*=\s*[1-5]\b/

  test('the pattern for status numbers finds them and no HTTP code', () => {
    for (const sample of ['m.status = 2', 'status: 2', 'status === 1', 'status in (1, 2)', '"status" <> 4'])
      expect(sample).toMatch(number)
    for (const sample of ['status === 200', 'status >= 500', 'status: 0']) expect(sample).not.toMatch(number)
    expect('const BANNED = 4').toMatch(constant)
  })

  test("the numbers of a member's status are in contract/member/status.ts and nowhere else", () => {
    expect(filesWith(number)).toEqual([])
    expect(filesWith(constant)).toEqual([])
    expect(filesWith(/\bunfinished: 1\b/)).toEqual(['contract/member/status.ts'])
  })

  test('blocks and hidden addresses are read in members/; a few features write, list or export them', () => {
    const reads = (pattern: RegExp) =>
      new Set(
        filesWith(pattern)
          .filter((file) => inside(file, 'server/src') && !inside(file, 'server/src/members'))
          .filter((file) => !inside(file, 'server/src/platform/database'))
          .map((file) => featureOf(file)?.name ?? file),
      )
    expect([...reads(/\bblocked_(?:ts|me)\b/)].sort()).toEqual(['account', 'gestures', 'settings'])
    expect([...reads(/\bpeople_i_know\b/)].sort()).toEqual(['account', 'settings'])
  })

  test('only the adapters know drivers and their error codes', () => {
    const system = /\bE(?:CONN(?:REFUSED|ABORTED|ECTION)|NOSPC|AUTH|TIMEDOUT|AI_AGAIN)\b|\$metadata/
    const outside = filesWith(system).filter((file) => inside(file, 'server/src'))
    expect(outside.filter((file) => !inside(file, 'server/src/platform/adapters'))).toEqual([])
    const messages = /\.test\(\s*\(?\w+(?: as Error\))?\.message\b|\bmessage\.(?:includes|match)\(/
    const readers = filesWith(messages).filter((file) => inside(file, 'server/src'))
    expect(readers.filter((file) => !inside(file, 'server/src/platform/adapters'))).toEqual([])
  })
})
