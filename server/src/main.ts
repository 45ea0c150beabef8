import { configFromEnvironment } from './config/env'
import { buildHouse, type House } from './house'

/** Environment -> configuration -> house -> listen -> signals. A fault is one sentence, never a stack. */
async function main(): Promise<void> {
  const config = configFromEnvironment()
  const house = await buildHouse(config)
  stopOnSignals(house)
  const address = await house.listen()
  process.stdout.write(`${config.site.name} is open at ${address}\n`)
}

function stopOnSignals(house: House): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    house.close().then(
      () => process.exit(0),
      (error) => fail(error),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

function fail(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException
  const reason =
    code === 'EADDRINUSE' ? 'The port is in use by another program; set PORT to a free one.' : message
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

main().catch(fail)
