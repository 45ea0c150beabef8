import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const UNPACKED = fileURLToPath(new URL('../../node_modules/.cache/rosella-test', import.meta.url))

/** What the tests need from the system: where to find it, and the Debian package that brings it. */
const needs = {
  postgres: { package: 'postgresql', find: findPostgres },
  redis: { package: 'redis-server', find: () => onPath('redis-server', 'valkey-server') },
  chromium: {
    // The same engine without windows: it spends a third less on a page. A whole Chromium does as well.
    package: 'chromium-headless-shell',
    find: () => process.env.TEST_CHROMIUM ?? onPath('chromium-headless-shell'),
    orElse: () => onPath('chromium', 'chromium-browser', 'google-chrome'),
  },
  haproxy: { package: 'haproxy', find: () => onPath('haproxy') ?? programAt('/usr/sbin/haproxy') },
  nginx: { package: 'nginx-light', find: () => onPath('nginx') ?? programAt('/usr/sbin/nginx') },
  caddy: { package: 'caddy', find: () => onPath('caddy') },
  promtool: {
    // One program of a package that would otherwise start a server of its own: it is unpacked beside our modules.
    package: 'prometheus',
    find: () => onPath('promtool') ?? programAt(join(UNPACKED, 'usr/bin/promtool')),
    unpack: './usr/bin/promtool',
  },
  heifEnc: { package: 'libheif-examples', find: () => onPath('heif-enc') },
}

/** Paths of every program, installing the missing ones where that is allowed. */
export function findPrograms() {
  for (const need of Object.values(needs)) if (need.unpack && !need.find()) unpack(need)
  const wanted = packagesOf((need) => !need.unpack && !need.find())
  const install = wanted.length > 0 && installCommand(wanted)
  if (install) {
    console.error(`The tests need ${wanted.join(', ')}.`)
    for (const command of install) run(command)
  }
  const missing = packagesOf((need) => !programOf(need))
  if (missing.length > 0) {
    console.error(
      `Install what the tests need, and start again:\n  sudo apt-get install ${missing.join(' ')}`,
    )
    process.exit(1)
  }
  return Object.fromEntries(Object.entries(needs).map(([name, need]) => [name, programOf(need)]))
}

/** Needs no rights, and installs nothing. */
function unpack(need) {
  if (!onPath('apt-get') || !onPath('dpkg-deb')) return
  mkdirSync(UNPACKED, { recursive: true })
  console.error(`The tests need ${need.unpack} of ${need.package}.`)
  const take = `apt-get -qq download ${need.package} && dpkg-deb --fsys-tarfile ${need.package}_*.deb | tar x ${need.unpack}`
  spawnSync('sh', ['-c', `${take}; rm -f ${need.package}_*.deb`], { cwd: UNPACKED, stdio: ['ignore', 2, 2] })
}

function programOf(need) {
  return need.find() ?? need.orElse?.()
}

function packagesOf(which) {
  return Object.values(needs)
    .filter(which)
    .map((need) => need.package)
}

function installCommand(packages) {
  if (!onPath('apt-get')) return
  const root = process.getuid?.() === 0
  if (!root && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return
  const prefix = root ? [] : ['sudo', '-n']
  const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq']
  return [
    [...prefix, ...quiet, 'update'],
    [...prefix, ...quiet, 'install', '--yes', '--no-install-recommends', ...packages],
  ]
}

function run([program, ...args]) {
  console.error([program, ...args].join(' '))
  spawnSync(program, args, { stdio: ['ignore', 2, 2] })
}

/** The folder of initdb and postgres. Debian keeps them off the path, one folder a version. */
function findPostgres() {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')))
}

function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** Debian keeps servers off the path of people who are not root. */
function programAt(file) {
  return isProgram(file) ? file : undefined
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
