// node tools/try-install.mjs [12] [13]: creates an empty Debian in a folder (debootstrap), boots it in a container
// (systemd-nspawn), and runs every code block of the first section of docs/operations/install.md in it, for both versions
// unless told otherwise. Needs root. Replaces what such a container cannot have: the address of the repository (uses the
// last commit of this one), the mail server (one that stores every email), the second disk (a file system in a file), and the
// public certificate (Caddy's own authority).
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
for (const [program, name] of [
  ['debootstrap', 'debootstrap'],
  ['systemd-nspawn', 'systemd-container'],
]) {
  if (spawnSync(program, ['--version']).error)
    throw new Error(`Install ${name} first: apt-get install ${name}`)
}
const versions = { 12: 'bookworm', 13: 'trixie' }
const chosen = process.argv.slice(2).filter((word) => word in versions)
const run = (program, args, options) => execFileSync(program, args, { stdio: 'inherit', ...options })

/** The code blocks of the first section, in order. */
function blocks() {
  const page = readFileSync(join(root, 'docs/operations/install.md'), 'utf8')
  const section = page.split(/^## /m)[1] ?? ''
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands]) => commands)
}

const replaced = [
  ['https://git.example/rosella.git', 'file:///srv/rosella.git'],
  ['mkfs.ext4 -q -L backups /dev/sdb\n', ''],
  ["echo 'LABEL=backups /srv/backups ext4 defaults,nofail 0 2' >> /etc/fstab\n", ''],
  ['mount /srv/backups\n', 'findmnt /srv/backups\n'],
  ['SMTP_URL=smtps://user:secret@mail.example:465', 'SMTP_URL=smtp://127.0.0.1:2525'],
  ['smtp_smarthost: mail.example:587', 'smtp_smarthost: 127.0.0.1:2525\n  smtp_require_tls: false'],
  ['  smtp_auth_username: user\n  smtp_auth_password: secret\n', ''],
  ['dating.example {\n', 'dating.example {\n  tls internal\n'],
]

/** A mail server that stores each email in a file. */
const MAIL_SERVER = `
const { createServer } = require('node:net')
const { mkdirSync, writeFileSync } = require('node:fs')
mkdirSync('/var/tmp/emails', { recursive: true })
createServer((socket) => {
  let rest = '', email
  const say = (line) => socket.write(line + '\\r\\n')
  say('220 here')
  socket.on('error', () => {})
  socket.on('data', (data) => {
    const lines = (rest + data).split('\\r\\n')
    rest = lines.pop()
    for (const line of lines) {
      if (email === undefined) {
        if (/^DATA/i.test(line)) { email = []; say('354 go on') }
        else if (/^QUIT/i.test(line)) { say('221 bye'); socket.end() }
        else say('250 ok')
      } else if (line === '.') {
        writeFileSync('/var/tmp/emails/' + Date.now() + '-' + Math.random() + '.eml', email.join('\\n'))
        email = undefined
        say('250 stored')
      } else email.push(line)
    }
  })
}).listen(2525, '127.0.0.1')
`

function prepare(version, folder) {
  if (!existsSync(join(folder, 'usr/bin/systemctl'))) {
    const include = '--include=systemd,systemd-sysv,dbus,ca-certificates,iproute2'
    const from = 'http://deb.debian.org/debian'
    run('debootstrap', ['--variant=minbase', include, versions[version], folder, from])
  }
  mkdirSync(join(folder, 'srv/backups'), { recursive: true })
  const repository = join(folder, 'srv/rosella.git')
  rmSync(repository, { recursive: true, force: true })
  run('git', ['clone', '-q', '--bare', '.', repository], { cwd: root })
  run('cp', ['-L', '/etc/resolv.conf', join(folder, 'etc/resolv.conf')])
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost dating.example\n')
  writeFileSync(join(folder, 'srv/mail-server.cjs'), MAIL_SERVER)
  // This machine's package sources may need its settings and certificates.
  const trusted = '/usr/local/share/ca-certificates'
  if (existsSync(trusted)) run('cp', ['-r', trusted, join(folder, 'usr/local/share')])
  run('chroot', [folder, 'update-ca-certificates'])
  const npmrc = spawnSync('npm', ['config', 'get', 'userconfig'], { encoding: 'utf8' }).stdout.trim()
  if (existsSync(npmrc)) run('cp', [npmrc, join(folder, 'root/.npmrc')])
}

/** Another file system, as a second disk would be. */
function openDisk(folder) {
  const [file, place] = [`${folder}.disk`, `${folder}.backups`]
  run('truncate', ['-s', '2G', file])
  run('mkfs.ext4', ['-q', '-F', file])
  mkdirSync(place, { recursive: true })
  run('mount', ['-o', 'loop', file, place])
  return {
    place,
    close() {
      run('umount', ['-l', place])
      for (const each of [file, place]) rmSync(each, { recursive: true, force: true })
    },
  }
}

const boot = (folder, backups) =>
  spawn(
    'systemd-nspawn',
    [
      '--quiet',
      '--boot',
      '--register=no',
      '--keep-unit',
      '--console=pipe',
      `--bind=${backups}:/srv/backups`,
      '-D',
      folder,
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Current systemd supports only cgroup v2, whatever the host has.
      env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
    },
  )

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
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

async function tryVersion(version) {
  const folder = `/var/tmp/rosella-debian-${version}`
  prepare(version, folder)
  const disk = openDisk(folder)
  const nspawn = boot(folder, disk.place)
  const ended = new Promise((resolve) => nspawn.once('exit', resolve))
  try {
    const pid = await leader(nspawn)
    const inside = (commands) =>
      run('nsenter', [...enter(pid), 'bash', '-euo', 'pipefail', '-c', commands], { env: { ...env, PATH } })
    const began = performance.now()
    for (const [n, block] of blocks().entries()) {
      let commands = block
      for (const [from, to] of replaced) commands = commands.replace(from, to)
      console.log(`\n$ ${commands.trim().replaceAll('\n', '\n$ ')}`)
      inside(commands)
      if (n === 0) inside('systemd-run --quiet --unit=mail-server node /srv/mail-server.cjs')
    }
    const minutes = (performance.now() - began) / 60_000
    console.log(`\nEvery block of install.md ran in ${minutes.toFixed(1)} minutes.`)
    const checks = [
      'node --version; readlink -f /proc/$(systemctl show rosella --property=MainPID --value)/exe',
      'systemd-analyze security rosella --no-pager | tail -1',
      'systemctl show rosella -p NRestarts -p ActiveState',
      'curl --fail --silent --insecure --retry 20 --retry-all-errors --output /dev/null --write-out "https: %{http_code}\\n" https://dating.example/',
      'curl --silent --output /dev/null --write-out "http: %{http_code} to %{redirect_url}\\n" http://dating.example/',
      'for n in $(seq 60); do ls /srv/backups/rosella | grep rosella-auto && exit; sleep 2; done; exit 1',
      'for n in $(seq 60); do grep -l "Subject:.*TryIt" /var/tmp/emails/* && exit; sleep 1; done; exit 1',
      'grep -h "^Subject:" /var/tmp/emails/* | sort | uniq -c',
      'systemctl reload rosella && for n in $(seq 60); do journalctl -u rosella --no-pager | grep restarted && exit; sleep 2; done; exit 1',
    ]
    for (const check of checks) inside(check)
    if (minutes > 10) throw new Error('It took longer than ten minutes.')
    console.log(`\nRan every block of install.md in an empty Debian ${version}.`)
  } finally {
    nspawn.kill('SIGTERM')
    await ended
    disk.close()
  }
}

for (const version of chosen.length > 0 ? chosen : Object.keys(versions)) await tryVersion(version)
