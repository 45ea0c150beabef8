// node tools/try-dockerfile.mjs: builds ops/Dockerfile with podman and runs the image as ops/compose.yaml says, on machines
// that cannot pull images. The base image is made here: an empty Debian 12 (debootstrap) with Node 24 from npm and the user
// `node`, under the name that the Dockerfile expects. Needs root, podman, runc and debootstrap. Proves that the image builds from
// the last commit, becomes healthy, runs as `node` with a read-only root, stops in time with code 0, and keeps its data.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'rosella-image-'))
const run = (program, args, options) => execFileSync(program, args, { stdio: 'inherit', ...options })
const read = (program, args) => execFileSync(program, args, { encoding: 'utf8' }).trim()

const [, BASE = ''] = /^FROM (\S+) AS/m.exec(readFileSync(join(root, 'ops/Dockerfile'), 'utf8')) ?? []
const IMAGE = 'localhost/rosella'
/** For machines with both versions of cgroups and a hard limit of open files. */
const RUNTIME = ['--runtime', 'runc']
const ULIMITS = ['--ulimit', 'nofile=16384:16384', '--ulimit', 'nproc=4096:4096']

/** A stand-in for docker.io/library/node, as far as our Dockerfile uses that. */
function makeBase() {
  if (spawnSync('podman', ['image', 'exists', BASE]).status === 0) return
  const system = join(work, 'base')
  const from = 'http://deb.debian.org/debian'
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', system, from])
  const packages = join(work, 'packages')
  mkdirSync(packages)
  writeFileSync(join(packages, 'package.json'), '{"private":true}')
  run('npm', ['install', '--no-audit', '--no-fund', `node@${/node:(\d+)/.exec(BASE)?.[1]}`, 'npm@11'], {
    cwd: packages,
  })
  const modules = join(packages, 'node_modules')
  cpSync(read('readlink', ['-f', join(modules, 'node/bin/node')]), join(system, 'usr/local/bin/node'))
  cpSync(join(modules, 'npm'), join(system, 'usr/local/lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(system, 'usr/local/bin', name))
  run('chroot', [system, 'useradd', '--uid', '1000', '--create-home', 'node'])
  // This machine's package sources may need its settings and certificates.
  const trusted = '/usr/local/share/ca-certificates'
  if (existsSync(trusted)) run('cp', ['-r', trusted, join(system, 'usr/local/share')])
  run('chroot', [system, 'update-ca-certificates'])
  const npmrc = read('npm', ['config', 'get', 'userconfig'])
  if (existsSync(npmrc)) run('cp', [npmrc, join(system, 'usr/local/etc/npmrc')])
  run('sh', ['-c', `tar -C '${system}' -c . | podman import - ${BASE}`])
}

function build() {
  const context = join(work, 'context')
  mkdirSync(context)
  run('sh', ['-c', `git archive HEAD | tar x -C '${context}'`], { cwd: root })
  // Some builders are too old for one option of the health check.
  const file = join(context, 'ops/Dockerfile')
  writeFileSync(file, readFileSync(file, 'utf8').replace(' --start-interval=2s', ''))
  const how = ['--format', 'docker', '--network', 'host', '--pull=never', ...ULIMITS]
  const certificates = ['--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt']
  run('podman', [...RUNTIME, 'build', ...how, ...certificates, '-f', file, '-t', IMAGE, context])
}

/** The options of the service in ops/compose.yaml, as arguments of podman. Compose files are a small part of YAML. */
function optionsFromCompose() {
  const text = readFileSync(join(root, 'ops/compose.yaml'), 'utf8')
  const site = text.split(/^ {2}rosella:$/m)[1] ?? ''
  const value = (name) => new RegExp(`^ {4}${name}: (.+)$`, 'm').exec(site)?.[1] ?? ''
  const list = (name) =>
    value(name)
      .replace(/^\[|\]$/g, '')
      .split(', ')
      .map((each) => each.replaceAll("'", ''))
  const fill = (template) =>
    template.replace(/\$\{(\w+):-([^}]*)\}/g, (_all, name, fallback) => settings[name] ?? fallback)
  const environment = [...site.matchAll(/^ {6}([A-Z0-9_]+): (.+)$/gm)].map(
    ([, name, set]) => `${name}=${fill(set)}`,
  )
  if (value('read_only') !== 'true') throw new Error('ops/compose.yaml has no read_only.')
  return [
    ...environment.flatMap((each) => ['--env', each]),
    ...list('volumes').flatMap((each) => ['--volume', `rosella-try-${each}`]),
    ...list('tmpfs').flatMap((each) => ['--tmpfs', each]),
    ...list('cap_drop').flatMap((each) => ['--cap-drop', each]),
    ...list('security_opt').flatMap((each) => ['--security-opt', each.replace(':true', '')]),
    ...['--read-only', '--read-only-tmpfs=false', '--memory', fill(value('mem_limit'))],
  ]
}

const settings = {
  MAIL_FOLDER: '1',
  ADMIN_EMAILS: 'you@dating.example',
  BACKUP_DIR: '/backups',
  LOG_LEVEL: 'warn',
}
const NAME = 'rosella-try'
const podman = (...args) => read('podman', [...RUNTIME, ...args])
const inside = (...command) => podman('exec', NAME, ...command)

async function start() {
  podman('run', '--detach', '--network', 'host', ...ULIMITS, '--name', NAME, ...optionsFromCompose(), IMAGE)
  const began = performance.now()
  for (;;) {
    const healthy = spawnSync('podman', [...RUNTIME, 'healthcheck', 'run', NAME]).status === 0
    if (healthy) return console.log(`healthy after ${((performance.now() - began) / 1000).toFixed(1)} s`)
    if (
      podman('inspect', '--format', '{{.State.Running}}', NAME) !== 'true' ||
      performance.now() - began > 120_000
    )
      throw new Error(`The container does not become healthy: ${podman('logs', NAME)}`)
    await sleep(500)
  }
}

function stop() {
  const began = performance.now()
  podman('stop', '--time', '30', NAME)
  const code = podman('inspect', '--format', '{{.State.ExitCode}}', NAME)
  console.log(`stopped with code ${code} after ${((performance.now() - began) / 1000).toFixed(1)} s`)
  if (code !== '0') throw new Error('The container did not stop cleanly.')
  podman('rm', NAME)
}

const url = 'http://127.0.0.1:3000'
const isTaken = async (email) => {
  const response = await fetch(`${url}/api/check-email?email=${encodeURIComponent(email)}`)
  return `${response.status} ${await response.text()}`
}

try {
  makeBase()
  build()
  for (const name of ['data', 'backups'])
    spawnSync('podman', ['volume', 'rm', '--force', `rosella-try-${name}`])
  await start()
  const facts = {
    user: inside('id', '-un'),
    node: inside('node', '--version'),
    'files of the site that this user may write': inside('find', '/site', '-maxdepth', '2', '-writable')
      .split('\n')
      .filter(Boolean).length,
    'root file system': spawnSync('podman', [...RUNTIME, 'exec', NAME, 'touch', '/site/x'], {
      encoding: 'utf8',
    }).stderr.trim(),
    memory: podman('inspect', '--format', '{{.HostConfig.Memory}}', NAME),
    capabilities: inside('grep', 'CapEff', '/proc/1/status'),
  }
  console.log(facts)
  if (facts.user !== 'node' || !/read-only/i.test(facts['root file system']) || !/^v24/.test(facts.node))
    throw new Error('The container is not as it should be.')
  const page = await fetch(url)
  if (!page.ok || !(await fetch(`${url}/readyz`)).ok) throw new Error('The site does not respond.')
  // Backups are written to their own volume.
  for (let tries = 0; !inside('ls', '/backups').includes('rosella-auto'); tries++) {
    if (tries > 60) throw new Error(`There is no backup: ${podman('logs', NAME)}`)
    await sleep(1000)
  }
  const before = await isTaken('you@dating.example')
  const emails = inside('ls', '/data/mail')
  stop()
  await start()
  if ((await isTaken('you@dating.example')) !== before || inside('ls', '/data/mail') !== emails)
    throw new Error('The container lost its data.')
  stop()
  console.log('ops/Dockerfile builds; its image starts, is healthy, stops and keeps its data.')
} finally {
  spawnSync('podman', ['rm', '--force', NAME])
  for (const name of ['data', 'backups'])
    spawnSync('podman', ['volume', 'rm', '--force', `rosella-try-${name}`])
  rmSync(work, { recursive: true, force: true })
}
