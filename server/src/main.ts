import type { App } from './app'
import { configFromEnvironment } from './platform/config'
import { keepProcesses, whoKeepsUs } from './platform/workers/open'

/** Environment -> configuration -> app -> listen -> signals. A fault is one sentence, never a stack. */
async function main(): Promise<void> {
  for (const output of [process.stdout, process.stderr]) output.on('error', ignoreBrokenPipe)
  const config = configFromEnvironment()
  const kept = whoKeepsUs()
  if (config.processes !== undefined && !kept) return keepProcesses(config, fail)
  // Loaded only where it is wanted: production has neither the town nor what draws it.
  const demo = config.demo ? await import('../../tools/demo-town/open') : undefined
  if (demo) config.site.adminEmails.push(demo.demoAdmin)
  const { createApp } = await import('./app')
  const app = await createApp(config, {}, kept)
  const close = closeOnce(app)
  process.once('SIGTERM', () => close())
  process.once('SIGINT', () => close())
  kept?.onLeave(() => close('replaced'))
  await demo?.openDemoTown(app.services, process.stdout)
  const address = await app.listen()
  if (kept) kept.opened(address)
  else process.stdout.write(`${config.site.name} is open at ${address}\n`)
}

function closeOnce(app: App): App['close'] {
  let closing: Promise<void> | undefined
  return (why) => {
    closing ??= app.close(why).then(() => process.exit(0), fail)
    return closing
  }
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
