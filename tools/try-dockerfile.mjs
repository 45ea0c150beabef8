// node tools/try-dockerfile.mjs: follows ops/Dockerfile step by step in a temporary folder with this machine's
// Node, and starts the result with only the files that the last stage copied. For machines that cannot pull images.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'rosella-dockerfile-'))
const source = join(work, 'context')
const stages = new Map()
let stage = { folder: source, env: {}, cwd: '/' }
let command = []

/** The build context: the files of the last commit. */
mkdirSync(source)
execFileSync('sh', ['-c', `git archive HEAD | tar x -C '${source}'`], { cwd: root, stdio: 'inherit' })

const inside = (path) => join(stage.folder, path.startsWith('/') ? path : join(stage.cwd, path))

const steps = {
  FROM(rest) {
    const [, name = 'last'] = / AS (\w+)/i.exec(rest) ?? []
    stage = { folder: join(work, name), env: {}, cwd: '/' }
    stages.set(name, stage)
    mkdirSync(stage.folder)
  },
  WORKDIR(rest) {
    stage.cwd = rest
    mkdirSync(inside(rest), { recursive: true })
  },
  ENV(rest) {
    for (const pair of rest.split(' ')) {
      const at = pair.indexOf('=')
      stage.env[pair.slice(0, at)] = pair.slice(at + 1)
    }
  },
  COPY(rest) {
    const words = rest.split(/\s+/)
    const from = words[0].startsWith('--from=') ? stages.get(words.shift().slice(7)).folder : source
    const to = words.pop()
    for (const word of words) {
      const target = to.endsWith('/') && word !== '.' ? join(inside(to), word.split('/').at(-1)) : inside(to)
      mkdirSync(dirname(target), { recursive: true })
      cpSync(join(from, word), target, { recursive: true, verbatimSymlinks: true })
    }
  },
  RUN(rest) {
    const words = rest
      .replaceAll(/(^|\s)(\/data)\b/g, (_all, before, path) => `${before}${join(stage.folder, path)}`)
      .replaceAll(/&& chown node \S+/g, '')
    execFileSync('sh', ['-c', words], {
      cwd: inside('.'),
      stdio: 'inherit',
      env: { ...process.env, ...stage.env },
    })
  },
  CMD(rest) {
    command = JSON.parse(rest)
  },
}

try {
  const lines = readFileSync(join(root, 'ops/Dockerfile'), 'utf8').replaceAll('\\\n', ' ').split('\n')
  for (const line of lines) {
    const [, step, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (!step || !(step in steps)) continue
    console.log(line.trim())
    steps[step](rest.trim())
  }
  await start()
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** The container's command, run away from this folder and its modules. */
async function start() {
  const [program, ...args] = command
  const env = {
    PATH: process.env.PATH,
    ...stage.env,
    DATA_DIR: join(stage.folder, stage.env.DATA_DIR ?? '/data'),
    HOST: '127.0.0.1',
    PORT: '3999',
    // Nothing is sent; the site only has to start.
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
  const child = spawn(program, args, { cwd: inside('.'), env, stdio: 'inherit' })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  for (let tries = 0; ; tries++) {
    const page = await fetch('http://127.0.0.1:3999/').catch(() => undefined)
    const ready = await fetch('http://127.0.0.1:3999/readyz').catch(() => undefined)
    if (page?.ok && ready?.ok) break
    if (tries === 240 || child.exitCode !== null)
      throw new Error('The result of the Dockerfile does not start.')
    await sleep(500)
  }
  child.kill('SIGTERM')
  const code = await gone
  if (code !== 0) throw new Error(`It exited with code ${code}.`)
  console.log('Followed every step of ops/Dockerfile; the result starts and stops.')
}
