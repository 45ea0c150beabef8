// node tools/try-tests.mjs: runs the test command of the README in a new Debian that has only Node, git and a clone of HEAD.
// It shows whether `npm test` finds or installs every program it needs. Needs root and debootstrap.
//   --keep          keeps the folder of the Debian and prints its path
//   --in <folder>   uses a folder kept by --keep, and keeps it again
//   [command]       runs this shell command instead of the README's
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const CHECKOUT = '/root/rosella'
const BUNDLE = '/etc/ssl/certs/ca-certificates.crt'
const npmFolder = join(dirname(process.execPath), '../lib/node_modules/npm')
const OWN_CERTIFICATES = '/usr/local/share/ca-certificates'

const { values, positionals } = parseArgs({
  options: { keep: { type: 'boolean' }, in: { type: 'string' } },
  allowPositionals: true,
})
const command = positionals.join(' ') || readmeCommand()
const output = (program, args) => execFileSync(program, args, { cwd: root, encoding: 'utf8' }).trim()

let stopped = false
let running
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

process.exitCode = await main()

async function main() {
  const problem = whyImpossible()
  if (problem) {
    console.error(problem)
    return 1
  }
  const folder = values.in ? resolve(values.in) : mkdtempSync('/var/tmp/rosella-tests-')
  try {
    if (!values.in) await prepare(folder)
    console.error(`$ ${command}`)
    return await inRoot(folder, command)
  } catch (error) {
    console.error(error.message)
    return stopped ? 130 : 1
  } finally {
    if (values.keep || values.in)
      console.error(`Kept ${folder}. To look around, run: node tools/try-tests.mjs --in ${folder} bash`)
    else execFileSync('rm', ['-rf', '--one-file-system', folder])
  }
}

function readmeCommand() {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const found = /^## Test it\n+```\w*\n(.*?)^```/ms.exec(readme)?.[1]
  if (!found) throw new Error('README.md has no command under "Test it".')
  return found.trim()
}

function whyImpossible() {
  if (process.getuid?.() !== 0) return 'Run this as root, because it has to mount file systems.'
  if (!existsSync('/usr/sbin/debootstrap')) return 'Install debootstrap first: apt-get install debootstrap'
  if (!existsSync(npmFolder)) return `Install Node with its own npm first: ${npmFolder} is missing.`
}

async function prepare(folder) {
  // Users other than root work in it, such as postgres.
  chmodSync(folder, 0o755)
  const { suite, sources } = debianSources()
  console.error(`Making a Debian ${suite} in ${folder}.`)
  const { site } = sources.find(({ release }) => release === suite)
  const made = await isolated('debootstrap', ['--variant=minbase', suite, folder, site], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...proxyOfApt() },
  })
  if (made !== 0) throw new Error('debootstrap failed.')
  configureApt(folder, sources)
  carryTrustAndNames(folder)
  // A chroot shares the ports of this machine, so servers must not start when their packages are installed.
  const policy = join(folder, 'usr/sbin/policy-rc.d')
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const quiet = 'DEBIAN_FRONTEND=noninteractive apt-get -qq'
  const install = `${quiet} update && ${quiet} install --yes --no-install-recommends git >/dev/null`
  // A new machine may have no package lists, so the tests must not count on them.
  if ((await inRoot(folder, `cd / && ${install} && rm -rf /var/lib/apt/lists/*`)) !== 0)
    throw new Error('git could not be installed.')
  copyNode(folder)
  const changed = output('git', ['status', '--porcelain'])
  if (changed) console.error(`Not tested, because it is not committed:\n${changed}`)
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, join(folder, CHECKOUT)])
}

/** The package sources of this machine. */
function debianSources() {
  const suite = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  const targets = output('apt-get', [
    'indextargets',
    '--format',
    '$(SITE) $(RELEASE)',
    'Created-By: Packages',
  ])
  const releases = [suite, `${suite}-updates`, `${suite}-security`]
  const sources = [...new Set(targets.split('\n'))]
    .map((line) => line.split(' '))
    .map(([site, release]) => ({ site, release }))
    .filter(({ release }) => releases.includes(release))
  if (!sources.some(({ release }) => release === suite))
    throw new Error(`The package sources of this machine do not have Debian ${suite}.`)
  return { suite, sources }
}

function proxyOfApt() {
  const proxy = /'(.+)'/.exec(output('apt-config', ['shell', 'proxy', 'Acquire::http::Proxy']))?.[1]
  return proxy && proxy !== 'DIRECT' ? { http_proxy: proxy } : {}
}

function configureApt(folder, sources) {
  const lines = sources.map(({ site, release }) => `deb ${site} ${release} main\n`)
  writeFileSync(join(folder, 'etc/apt/sources.list'), lines.join(''))
  const network = output('apt-config', ['dump'])
    .split('\n')
    .filter((line) => /^Acquire::(https?::|Check-Valid-Until|Retries|ForceIPv)/i.test(line))
  writeFileSync(join(folder, 'etc/apt/apt.conf.d/90machine'), `${network.join('\n')}\n`)
}

/** This machine's npm registry may need its settings and certificates. */
function carryTrustAndNames(folder) {
  const npm = (name) => output('npm', ['--loglevel=error', 'config', 'get', name])
  const carry = (from, to = from) => {
    if (from && existsSync(from)) cpSync(from, join(folder, to), { recursive: true, dereference: true })
  }
  for (const file of [BUNDLE, OWN_CERTIFICATES, process.env.NODE_EXTRA_CA_CERTS, npm('cafile')]) carry(file)
  carry('/etc/resolv.conf')
  carry(npm('userconfig'), '/root/.npmrc')
  carry(npm('globalconfig'), '/usr/local/etc/npmrc')
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n')
}

/** The same layout as the archive of nodejs.org. */
function copyNode(folder) {
  const local = join(folder, 'usr/local')
  cpSync(process.execPath, join(local, 'bin/node'))
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true })
  cpSync(npmFolder, join(local, 'lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx']) {
    rmSync(join(local, 'bin', name), { force: true })
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name))
  }
}

function inRoot(folder, words) {
  const mounts = [
    // `unshare --mount` inside fails unless the root is a mount point.
    'mount --bind "$0" "$0"',
    'mount -t proc proc "$0/proc"',
    'mount --rbind /sys "$0/sys"',
    'mount --rbind /dev "$0/dev"',
    'mount -t tmpfs tmpfs "$0/dev/shm"',
    `exec chroot "$0" bash -c 'cd ${CHECKOUT} 2>/dev/null; eval "$0"' "$1"`,
  ]
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => isForTheNetwork(name)))
  return isolated('sh', ['-euc', mounts.join('\n'), folder, words], {
    stdio: 'inherit',
    env: {
      ...env,
      HOME: '/root',
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      TERM: process.env.TERM,
    },
  })
}

function isForTheNetwork(name) {
  return (
    name === 'NODE_EXTRA_CA_CERTS' ||
    /^(https?|no|all)_proxy$/i.test(name) ||
    /^npm_config_(registry|ca|cafile|proxy|https_proxy|noproxy|strict_ssl)$/i.test(name)
  )
}

/**
 * Runs a program with its own mounts and processes. All of them end with the program, so nothing is left running
 * and the folder can be deleted without touching what was mounted in it.
 */
async function isolated(program, args, options) {
  if (stopped) throw new Error('Stopped.')
  const own = ['--mount', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc']
  running = spawn('unshare', [...own, '--', program, ...args], options)
  const status = await new Promise((resolve, reject) => {
    running.on('error', reject)
    running.on('exit', (code, signal) => resolve(signal ? 130 : code))
  })
  running = undefined
  if (stopped) throw new Error('Stopped.')
  return status
}

/** Kills the first process inside; the kernel then ends all others before `unshare` returns. */
function stop() {
  stopped = true
  if (!running?.pid) return
  const children = readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8')
  const [first] = children.trim().split(' ')
  if (first) process.kill(Number(first), 'SIGKILL')
}
