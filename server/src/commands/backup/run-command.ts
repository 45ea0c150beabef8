import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'

export interface CommandOptions {
  folder: string
  replace: boolean
  keepSessions: boolean
  /** Without the photos. */
  tablesOnly: boolean
  /** Answers the question before data is replaced. */
  yes: boolean
}

/** Runs an operator's command: prints one sentence on success or failure, never a stack trace. */
export function runCommand(usage: string, work: (options: CommandOptions) => Promise<string>): void {
  const run = async () => {
    const flag = { type: 'boolean', default: false } as const
    const { values, positionals } = parseArgs({
      options: { replace: flag, 'keep-sessions': flag, 'tables-only': flag, yes: flag },
      allowPositionals: true,
    })
    const [folder = ''] = positionals
    const isRequired = usage.includes('<') && !usage.includes('[-- <')
    const isAllowed = usage.includes('<')
    if (positionals.length > 1 || (folder === '' ? isRequired : !isAllowed))
      throw new Error(`Usage: ${usage}`)
    const { replace, yes } = values
    return work({
      folder,
      replace,
      keepSessions: values['keep-sessions'],
      tablesOnly: values['tables-only'],
      yes,
    })
  }
  run().then(
    (sentence) => {
      process.stdout.write(`${sentence}\n`)
      process.exit(0)
    },
    (error: Error) => {
      process.stderr.write(`${error.message}\n`)
      process.exit(1)
    },
  )
}

/** Asks the operator to type a word; without a terminal, the command needs --yes. */
export async function confirm(question: string, word: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error(`${question} Add --yes to confirm it.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} Type "${word}" to go on: `)
  terminal.close()
  if (answer.trim() !== word) throw new Error('Nothing was changed.')
}

const INTERVAL_MS = 2000

/** Prints a line at most every two seconds; on a terminal each replaces the one before. */
export function progressPrinter(): (line: string) => void {
  let last = Number.NEGATIVE_INFINITY
  return (line) => {
    if (performance.now() - last < INTERVAL_MS) return
    last = performance.now()
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
  }
}
