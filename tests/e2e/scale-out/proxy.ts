import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@rosella/testkit/free-port'

const ours = fileURLToPath(new URL('../../../ops/haproxy.cfg', import.meta.url))

/** HAProxy with the configuration we hand out, on a free port before processes of our own. */
export async function startProxy(dir: string, ports: readonly number[]) {
  const program = process.env.TEST_HAPROXY
  if (!program) throw new Error('TEST_HAPROXY is not set: run this by node tools/test/with-services.mjs')
  const port = await freePort()
  const servers = ports.map((each) => `  server site${each} 127.0.0.1:${each} cookie c${each}\n`)
  const text = (await readFile(ours, 'utf8'))
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/^ {2}server-template .*\n/m, servers.join(''))
    // As many as a production machine allows; a test may not.
    .replace('maxconn 20000', 'maxconn 1000')
  const file = join(dir, 'haproxy.cfg')
  await writeFile(file, text)
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (data) => {
    said += data
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = once(child, 'exit')
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    said: () => said,
    async close() {
      process.off('exit', kill)
      child.kill('SIGTERM')
      await gone
    },
  }
}
