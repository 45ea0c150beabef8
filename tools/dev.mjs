// The server and the web client with automatic reload: http://localhost:5173 (API calls are forwarded to port
// 3000).
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makePlaces } from './make-places.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
await makePlaces(join(root, 'server/generated'))
const run = (command, args, cwd = root) => spawn(command, args, { cwd, stdio: 'inherit' })
const both = [
  run('npx', ['tsx', 'watch', '--clear-screen=false', 'server/src/main.ts']),
  run('npx', ['vite'], join(root, 'web')),
]
for (const child of both) {
  child.on('exit', () => {
    for (const other of both) other.kill('SIGTERM')
  })
}
