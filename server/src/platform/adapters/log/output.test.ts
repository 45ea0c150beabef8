import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

/** A process that logs, and exits while lines are still waiting to be written. */
function startLogging(body: string) {
  const code = `
    import { openLogOutput } from ${JSON.stringify(new URL('./output.ts', import.meta.url).href)}
    const output = openLogOutput()
    const log = (from, to) => { for (let n = from; n < to; n++) output.write('line ' + n + ' ${'ä'.repeat(40)}\\n') }
    ${body}`
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code]
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
}

test('writes every line completely and in order, including the last ones before exit', async () => {
  const child = startLogging(`
    log(0, 3000)
    process.stdin.once('data', () => { log(3000, 3100); process.exit(0) })`)
  // A slow reader: more lines are waiting than the pipe can buffer.
  await sleep(100)
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (data) => {
    text += data
  })
  await expect.poll(() => text.includes('line 2999'), { timeout: 20_000 }).toBe(true)
  child.stdin.write('go')
  await once(child, 'close')
  const wanted = Array.from({ length: 3100 }, (_, n) => `line ${n} ${'ä'.repeat(40)}`)
  expect(text.trimEnd().split('\n')).toEqual(wanted)
}, 30_000)

test('drops lines when nobody reads them, so that the process can exit', async () => {
  const child = startLogging(`
    output.write('ready\\n')
    process.stdin.once('data', () => {
      log(0, 10)
      setImmediate(() => { log(10, 20); process.exit(3) })
    })`)
  await once(child.stdout, 'data')
  child.stdout.destroy()
  child.stdin.write('go')
  expect((await once(child, 'exit'))[0]).toBe(3)
}, 30_000)

test('buffers a limited amount for a reader that hangs, then reports the lost lines and continues', async () => {
  const child = startLogging(`
    process.stdout
    log(0, 300000)
    process.stdin.once('data', () => { log(300000, 300010); process.stdin.destroy() })`)
  await sleep(1500)
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (data) => {
    text += data
  })
  await expect.poll(() => /log lines were lost/.test(text), { timeout: 20_000 }).toBe(true)
  child.stdin.write('go')
  await once(child, 'close')
  const lines = text.trimEnd().split('\n')
  const reported = lines.findIndex((line) => line.includes('were lost'))
  const { lost, level } = JSON.parse(lines[reported] ?? '{}')
  expect([level, lost > 100_000, reported + lost]).toEqual([40, true, 300_000])
  expect(lines.slice(reported + 1).map((line) => line.split(' ')[1])).toEqual(
    Array.from({ length: 10 }, (_, n) => String(300_000 + n)),
  )
}, 40_000)
