import { parseArgs } from 'node:util'

export interface CommandOptions {
  folder: string
  replace: boolean
  keepSessions: boolean
}

/** Runs an operator's command: prints one sentence on success or failure, never a stack trace. */
export function runCommand(usage: string, work: (options: CommandOptions) => Promise<string>): void {
  const run = async () => {
    const { values, positionals } = parseArgs({
      options: {
        replace: { type: 'boolean', default: false },
        'keep-sessions': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
    const [folder = ''] = positionals
    const isRequired = usage.includes('<') && !usage.includes('[-- <')
    const isAllowed = usage.includes('<')
    if (positionals.length > 1 || (folder === '' ? isRequired : !isAllowed))
      throw new Error(`Usage: ${usage}`)
    return work({ folder, replace: values.replace, keepSessions: values['keep-sessions'] })
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
