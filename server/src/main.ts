import { demoAdmin, openDemoTown } from '../../tools/demo-town/open'
import { configFromEnvironment } from './config/env'
import { buildHouse, type House } from './house'

/** Environment -> configuration -> house -> listen -> signals. A fault is one sentence, never a stack. */
async function main(): Promise<void> {
  const config = configFromEnvironment()
  if (config.demo) config.site.adminEmails.push(demoAdmin)
  const house = await buildHouse(config)
  stopOnSignals(house)
  if (config.demo) await openDemoTown(house.foundations, process.stdout)
  const address = await house.listen()
  process.stdout.write(`${config.site.name} is open at ${address}\n`)
}

function stopOnSignals(house: House): void {
  const stop = () => {
    house.close().then(() => process.exit(0), fail)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

function fail(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException
  const inUse = 'The port is in use by another program; set PORT to a free one.'
  process.stderr.write(`${code === 'EADDRINUSE' ? inUse : message}\n`)
  process.exit(1)
}

main().catch(fail)
