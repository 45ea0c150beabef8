import { parseArgs } from 'node:util'

export interface Told {
  folder: string
  replace: boolean
}

/** A command of an operator: one sentence when it is done, one when it cannot be, and never a stack. */
export function runCommand(usage: string, work: (told: Told) => Promise<string>): void {
  const asked = async () => {
    const { values, positionals } = parseArgs({
      options: { replace: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [folder = ''] = positionals
    const isNeeded = usage.includes('<') && !usage.includes('[-- <')
    const isTaken = usage.includes('<')
    if (positionals.length > 1 || (folder === '' ? isNeeded : !isTaken)) throw new Error(`Usage: ${usage}`)
    return work({ folder, replace: values.replace })
  }
  asked().then(
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
