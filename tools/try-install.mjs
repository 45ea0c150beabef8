// node tools/try-install.mjs [folder]: creates an empty Debian 13 in a folder (debootstrap), boots it in a
// container (systemd-nspawn), and runs every code block of the first section of docs/operations/install.md in it.
// Needs root. Replaces what such a container cannot have: the address of the repository (uses the last commit of
// this one) and the name dating.example (uses Caddy's own certificate instead of a public one).
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = process.argv[2] ?? '/var/tmp/rosella-debian'
const run = (program, args, options) => execFileSync(program, args, { stdio: 'inherit', ...options })

/** The code blocks of the first section, in order. */
function blocks() {
  const page = readFileSync(join(root, 'docs/operations/install.md'), 'utf8')
  const section = page.split(/^## /m)[1] ?? ''
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands]) => commands)
}

const replaced = [
  ['https://git.example/rosella.git', 'file:///srv/rosella.git'],
  ['SMTP_URL=smtps://user:secret@mail.example:465', 'SMTP_URL=smtp://127.0.0.1:2525'],
  ['dating.example {\n', 'dating.example {\n  tls internal\n'],
]

function prepare() {
  if (!existsSync(join(folder, 'usr/bin/systemctl'))) {
    const include = '--include=systemd,systemd-sysv,dbus,ca-certificates,iproute2'
    run('debootstrap', ['--variant=minbase', include, 'trixie', folder, 'http://deb.debian.org/debian'])
  }
  mkdirSync(join(folder, 'srv'), { recursive: true })
  run(
    'sh',
    ['-c', `rm -rf '${folder}/srv/rosella.git' && git clone -q --bare . '${folder}/srv/rosella.git'`],
    {
      cwd: root,
    },
  )
  run('cp', ['-L', '/etc/resolv.conf', join(folder, 'etc/resolv.conf')])
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost dating.example\n')
  // This machine's npm registry may need its settings and certificates.
  const trusted = '/usr/local/share/ca-certificates'
  if (existsSync(trusted)) run('cp', ['-r', trusted, join(folder, 'usr/local/share')])
  run('chroot', [folder, 'update-ca-certificates'])
  const npmrc = spawnSync('npm', ['config', 'get', 'userconfig'], { encoding: 'utf8' }).stdout.trim()
  if (existsSync(npmrc)) run('cp', [npmrc, join(folder, 'root/.npmrc')])
}

function boot() {
  const child = spawn(
    'systemd-nspawn',
    ['--quiet', '--boot', '--register=no', '--keep-unit', '--console=pipe', '-D', folder],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Current systemd supports only cgroup v2, whatever the host has.
      env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
    },
  )
  return child
}

/** The container's first process; commands run in its namespaces. */
async function leader(nspawn) {
  for (let tries = 0; tries < 120; tries++) {
    const children = readFileSync(`/proc/${nspawn.pid}/task/${nspawn.pid}/children`, 'utf8').trim().split(' ')
    const pid = children.find((each) => each !== '' && isUp(each))
    if (pid) return pid
    if (nspawn.exitCode !== null) throw new Error('The container did not boot.')
    await sleep(1000)
  }
  throw new Error('The container did not boot in two minutes.')
}

const enter = (pid) => ['--target', pid, '--mount', '--uts', '--ipc', '--pid', '--root', '--wd']

function isUp(pid) {
  const state = spawnSync('nsenter', [...enter(pid), 'systemctl', 'is-system-running'], { encoding: 'utf8' })
  return /running|degraded/.test(state.stdout)
}

const env = { ...process.env, HOME: '/root', DEBIAN_FRONTEND: 'noninteractive' }
prepare()
const nspawn = boot()
try {
  const pid = await leader(nspawn)
  for (const block of blocks()) {
    let commands = block
    for (const [from, to] of replaced) commands = commands.replace(from, to)
    console.log(`\n$ ${commands.trim().replaceAll('\n', '\n$ ')}`)
    run('nsenter', [...enter(pid), 'bash', '-euo', 'pipefail', '-c', commands], { env })
  }
  const checks = [
    'systemd-analyze security rosella --no-pager | tail -1',
    'systemctl show rosella -p NRestarts -p ActiveState',
    'curl --fail --silent --insecure --retry 20 --retry-all-errors --output /dev/null --write-out "https: %{http_code}\\n" https://dating.example/',
    'curl --silent --output /dev/null --write-out "http: %{http_code} to %{redirect_url}\\n" http://dating.example/',
    'systemctl reload rosella && for n in $(seq 60); do journalctl -u rosella --no-pager | grep restarted && exit; sleep 2; done; exit 1',
  ]
  for (const check of checks) run('nsenter', [...enter(pid), 'bash', '-c', check], { env })
  console.log('\nRan every block of install.md in an empty Debian.')
} finally {
  nspawn.kill('SIGTERM')
}
