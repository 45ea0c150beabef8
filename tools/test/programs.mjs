import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const UNPACKED = fileURLToPath(new URL('../../node_modules/.cache/rosella-test', import.meta.url))

/**
 * Every program that tests start, apart from Node, npm and the shell: how to find it, and its Debian package. Tests
 * get the path from findProgram; tests/architecture/programs.test.ts fails if a test names a program itself.
 */
const needs = {
  postgres: { package: 'postgresql', find: findPostgres },
  redis: { package: 'redis-server', find: () => onPath('redis-server', 'valkey-server') },
  chromium: { package: 'chromium', find: findChromium },
  headlessShell: {
    // The headless shell needs a third less CPU time per page. A full Chromium works too.
    package: 'chromium-headless-shell',
    find: () => onPath('chromium-headless-shell'),
    orElse: findChromium,
  },
  haproxy: { package: 'haproxy', find: () => onPath('haproxy') ?? programAt('/usr/sbin/haproxy') },
  nginx: { package: 'nginx-light', find: () => onPath('nginx') ?? programAt('/usr/sbin/nginx') },
  caddy: { package: 'caddy', find: () => onPath('caddy') },
  promtool: {
    // The package would start a server when installed, so only this program is unpacked to node_modules/.cache.
    package: 'prometheus',
    find: () => onPath('promtool') ?? programAt(join(UNPACKED, 'usr/bin/promtool')),
    unpack: './usr/bin/promtool',
  },
  heifEnc: { package: 'libheif-examples', find: () => onPath('heif-enc') },
  git: { package: 'git', find: () => onPath('git') },
  tar: { package: 'tar', find: () => onPath('tar') },
}

/**
 * Only for `npm run failover-test`. They are unpacked and not installed, because their packages would start services.
 */
const failoverNeeds = {
  etcd: {
    package: 'etcd-server',
    find: () => onPath('etcd') ?? programAt(join(UNPACKED, 'usr/bin/etcd')),
    unpack: './usr/bin/etcd',
  },
  // Debian's own, because the unpacked modules are compiled for it.
  python: { package: 'python3', find: () => programAt('/usr/bin/python3') },
  patroni: {
    package:
      'patroni python3-{cdiff,click,colorama,dateutil,dnspython,etcd,pkg-resources,prettytable,psutil,psycopg2,six,urllib3,wcwidth,yaml}',
    find: () => programAt(join(UNPACKED, 'usr/lib/python3/dist-packages/patroni')),
    unpack: './usr/lib/python3',
  },
}

/** The paths of etcd and Python, and the folder of Patroni's modules. Unpacks what is missing. */
export function findOrUnpackFailoverPrograms() {
  for (const need of Object.values(failoverNeeds)) if (need.unpack && !need.find()) unpack(need, 2)
  const found = Object.entries(failoverNeeds).map(([name, need]) => [name, need.find()])
  const missing = found.flatMap(([name, path]) => (path ? [] : [name]))
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} could not be found or unpacked from Debian's packages.`)
  return Object.fromEntries(found)
}

/** The path of a program; for PostgreSQL, the folder of its programs. */
export function findProgram(name) {
  const need = needs[name]
  const found = programOf(need)
  if (!found) throw new Error(`${name} is missing. Install the Debian package ${need.package}.`)
  return found
}

/** Paths of all programs. Installs missing ones if possible; otherwise ends the run and lists their packages. */
export function findOrInstallPrograms() {
  const wanted = Object.values(needs).filter((need) => !need.find())
  if (wanted.length > 0) install(wanted)
  const missing = Object.values(needs).filter((need) => !programOf(need))
  if (missing.length > 0) {
    console.error(howToInstall(missing.map((need) => need.package)))
    process.exit(1)
  }
  return Object.fromEntries(Object.keys(needs).map((name) => [name, findProgram(name)]))
}

function howToInstall(packages) {
  return onPath('apt-get')
    ? `Install the missing programs with "sudo apt-get install ${packages.join(' ')}" and run the tests again.`
    : `Install the programs of these Debian packages and run the tests again: ${packages.join(', ')}.`
}

function install(wanted) {
  if (!onPath('apt-get')) return
  const prefix = rootPrefix()
  if (prefix) {
    console.error(`The tests need ${wanted.map((need) => need.package).join(', ')}.`)
    const aptGet = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq']
    // Also before the download in unpack(), because a new machine has no package lists.
    run([...aptGet, 'update'])
    const packages = wanted.filter((need) => !need.unpack).map((need) => need.package)
    if (packages.length > 0) run([...aptGet, 'install', '--yes', '--no-install-recommends', ...packages])
  }
  for (const need of wanted) if (need.unpack) unpack(need, prefix ? 2 : 'ignore')
}

/** The prefix of a command that needs root; undefined if it would ask for a password. */
function rootPrefix() {
  if (process.getuid?.() === 0) return []
  const may = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
  return may ? ['sudo', '-n'] : undefined
}

/** Needs no root and installs nothing. */
function unpack(need, output) {
  if (!onPath('dpkg-deb')) return
  mkdirSync(UNPACKED, { recursive: true })
  const download = `apt-get -qq -o APT::Sandbox::User=root download ${need.package}`
  const take = `for deb in *.deb; do dpkg-deb --fsys-tarfile $deb | tar x --wildcards '${need.unpack}'; done`
  spawnSync('bash', ['-c', `${download} && ${take}; rm -f *.deb`], {
    cwd: UNPACKED,
    stdio: ['ignore', output, output],
  })
}

function programOf(need) {
  return need.find() ?? need.orElse?.()
}

function run([program, ...args]) {
  console.error([program, ...args].join(' '))
  spawnSync(program, args, { stdio: ['ignore', 2, 2] })
}

/** The folder of PostgreSQL's programs. Debian keeps it off the path and has one per version. */
function findPostgres() {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)]
  const programs = ['initdb', 'postgres', 'pg_isready', 'pg_basebackup']
  return folders.find((folder) => programs.every((program) => isProgram(join(folder, program))))
}

function findChromium() {
  return onPath('chromium', 'chromium-browser', 'google-chrome')
}

function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** Debian keeps servers off the path of users other than root. */
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
