import { type App, createApp } from './app'
import { configFromEnvironment } from './config/env'

/** Environment -> configuration -> app -> listen -> signals. A fault is one sentence, never a stack. */
async function main(): Promise<void> {
  for (const output of [process.stdout, process.stderr]) output.on('error', ignoreBrokenPipe)
  const config = configFromEnvironment()
  // Loaded only where it is wanted: production has neither the town nor what draws it.
  const demo = config.demo ? await import('../../tools/demo-town/open') : undefined
  if (demo) config.site.adminEmails.push(demo.demoAdmin)
  const app = await createApp(config)
  stopOnSignals(app)
  await demo?.openDemoTown(app.services, process.stdout)
  const address = await app.listen()
  process.stdout.write(`${config.site.name} is open at ${address}\n`)
}

function stopOnSignals(app: App): void {
  const stop = () => {
    app.close().then(() => process.exit(0), fail)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** Whoever read what is printed has gone; the site has not. */
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
