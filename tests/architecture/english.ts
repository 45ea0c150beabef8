import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { findProgram } from '../../tools/test/programs.mjs'

/** Phrases that CONTRIBUTING.md asks us to avoid, each with the plain words to use instead. */
const phrases: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bat once\b/i, 'immediately, concurrently, or at the same time'],
  [/\banew\b/i, 'again'],
  [/\bby the clock\b/i, 'scheduled'],
  [/\b(?:in|at) hand\b/i, 'running, or available'],
  [/\bbesides\b/i, 'also'],
  [/\bin turns?\b/i, 'sequentially, or one after another'],
  [/\bin a row\b/i, 'consecutive'],
  [/\bwhoever\b/i, 'name the subject'],
  [/\bwhom\b/i, 'name the subject'],
  [/\b(?:a mail(?! (?:server|folder|provider))|mails)\b/i, 'an email, or emails'],
  [/\bfigures\b/i, 'metrics, or numbers'],
  [/\baims\b/i, 'targets'],
  [/\b(?:is|are|was|were|be|been|being|gets?) told\b/i, 'is sent, is shown, or is notified'],
  [/\b(?:hears?|heard) (?:of|from|that|it|nothing|about)\b/i, 'receives'],
  [/\b(?:server|process|client|service|adapter) speaks\b/i, 'uses, or supports'],
  [
    /\b(?:stands?|stood) (?:in|on|at|there|alone|apart|between|before|behind|first|last|still|beside|by)\b/i,
    'is',
  ],
  [/\b(?:mend|mends|mended|mending)\b/i, 'fix'],
  [/\bcomes? to (?:its|an|their) end\b/i, 'ends'],
  [/\bof (?:its|their|his|her) own accord\b/i, 'automatically'],
  [/\bso (?:many|few|much|long) (?:are|is|of|times|at)\b/i, 'state the number'],
  [/\bwhat is kept\b/i, 'stored data'],
  [/\bletting go\b|\blets? go of\b/i, 'removing, or releasing'],
  [/\bis away\b|\bare away\b/i, 'is unavailable'],
  [/\bnobody (?:has|is|waits|may|can|else)\b.*: /i, 'a plain sentence'],
  [
    /^\s*(?:\/\*\* |\/\/ |\* |# |- |['"`])(?:Who|Whose|What|Whom|Whoever) (?!to look out for)[a-z' ]+[^?]*$/,
    'name the subject first',
  ],
]

const READ = new Set(['.ts', '.tsx', '.mjs', '.md', '.yml', '.html', '.sh', '.example'])

/** Text that somebody else wrote, or that imitates how strangers write. */
const skipped = [
  /^bench\/scam-town\/(?:practice|second-half)\//,
  /^docs\/specification\//,
  /^tests\/architecture\/english/,
  /^server\/migrations\//,
  /^tools\/demo-town\/(?:conversations|jobs|pastimes|words)\//,
  /^server\/src\/features\/safety\/scam-signs\/lexicon\.ts$/,
  /^LICENSE/,
  /package-lock\.json$/,
]

export interface Finding {
  place: string
  line: string
  instead: string
}

/** The plain words to use instead of the first phrase in a line. */
export const advice = (line: string): string | undefined =>
  phrases.find(([pattern]) => pattern.test(line))?.[1]

export function findPhrases(files: readonly string[]): Finding[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, n) => {
        const instead = advice(line)
        return instead ? [{ place: `${file}:${n + 1}`, line: line.trim(), instead }] : []
      }),
  )
}

export function writtenFiles(under = '.'): string[] {
  return execFileSync(findProgram('git'), ['ls-files', under], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => READ.has(extname(file)) && !skipped.some((pattern) => pattern.test(file)))
}

if (process.argv[1]?.endsWith('english.ts')) {
  const found = findPhrases(writtenFiles(process.argv[2]))
  const lines = found.map(({ place, line, instead }) => `${place}: ${line.slice(0, 140)}  → ${instead}`)
  process.stdout.write(`${[...lines, `${found.length} lines`].join('\n')}\n`)
}
