import { spawn } from 'node:child_process'

/** In their own process groups, so that ending this process also ends what npx has started. */
const running = new Set()
process.on('exit', () => {
  for (const { pid } of running) process.kill(-pid, 'SIGTERM')
})

/** Runs a command. Prints its whole output if it fails, and otherwise one line. */
export async function runStep(name, [program, ...args], env) {
  const started = Date.now()
  const output = []
  const child = spawn(program, args, {
    // Any FORCE_COLOR, even 0, makes vitest print colours; plain output is easier for people and machines.
    env: { ...env, NO_COLOR: '1', FORCE_COLOR: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  child.on('spawn', () => running.add(child))
  child.on('exit', () => running.delete(child))
  child.stdout.on('data', (data) => output.push(data))
  child.stderr.on('data', (data) => output.push(data))
  const code = await new Promise((resolve) => {
    child.on('close', resolve)
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`))
      resolve(1)
    })
  })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const passed = code === 0
  if (!passed) console.log(`\n${'─'.repeat(80)}\n${name}\n${Buffer.concat(output)}${'─'.repeat(80)}`)
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name}  ${seconds} s`)
  return { name, passed }
}
