// node tools/test/with-services.mjs <command …>: runs a command with a PostgreSQL and a Redis for tests.
import { spawn } from 'node:child_process'
import { startServices } from './services.mjs'

const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error('Usage: node tools/test/with-services.mjs npx vitest run server/src/adapters')
  process.exit(1)
}

const services = await startServices()
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...services.env } })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
const code = await new Promise((resolve) => {
  child.on('exit', (status, signal) => resolve(status ?? (signal ? 1 : 0)))
  child.on('error', (error) => {
    console.error(`${command}: ${error.message}`)
    resolve(127)
  })
})
await services.stop()
process.exit(code)
