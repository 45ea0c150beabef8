import type { App } from './app'
import { configFromEnvironment } from './platform/config'
import { findSupervisor, supervise } from './platform/workers/supervisor'

/** Reads the configuration, then starts the app or the supervisor. A fault prints one sentence, never a stack trace. */
async function main(): Promise<void> {
  for (const output of [process.stdout, process.stderr]) output.on('error', ignoreBrokenPipe)
  const config = configFromEnvironment()
  const supervisor = findSupervisor()
  if (config.processes !== undefined && !supervisor) return supervise(config, fail)
  // Imported on demand: production has no demo town.
  const demo = config.demo ? await import('../../tools/demo-town/open') : undefined
  if (demo) config.site.adminEmails.push(demo.demoAdmin)
  const { createApp } = await import('./app')
  const app = await createApp(config, {}, supervisor)
  const close = closeOnce(app)
  process.once('SIGTERM', () => close())
  process.once('SIGINT', () => close())
  supervisor?.onReplaced(() => close('replaced'))
  await demo?.openDemoTown(app.services, process.stdout)
  const address = await app.listen()
  if (supervisor) supervisor.listening(address)
  else process.stdout.write(`${config.site.name} is open at ${address}\n`)
}

function closeOnce(app: App): App['close'] {
  let closing: Promise<void> | undefined
  return (why) => {
    closing ??= app.close(why).then(() => process.exit(0), fail)
    return closing
  }
}

/** The reader of our output may exit; the site keeps running. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

function fail(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException
  const inUse = 'The port is in use by another program; set PORT to a free one.'
  process.stderr.write(`${code === 'EADDRINUSE' ? inUse : message}\n`)
  process.exit(1)
}

main().catch(fail)
