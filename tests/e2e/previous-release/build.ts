import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../../../tools/test/programs.mjs'

/** The version whose data this one must be able to upgrade. Change it with every release (CONTRIBUTING.md). */
export const PREVIOUS = '9b1f83f7'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Whether its sources are available, which needs the git history. */
export const hasPrevious = (): boolean =>
  spawnSync(findProgram('git'), ['cat-file', '-e', `${PREVIOUS}^{commit}`], { cwd: root }).status === 0

/** Installs the packages of the old server that this version no longer has. */
async function installMissing(dir: string): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(join(dir, 'server/package.json'), 'utf8'))
  const missing = Object.entries<string>(dependencies).filter(
    ([name]) => ![root, join(root, 'server')].some((at) => existsSync(join(at, 'node_modules', name))),
  )
  if (missing.length === 0) return
  const beside = join(dir, 'missing')
  await mkdir(beside)
  await writeFile(join(beside, 'package.json'), '{"private":true}')
  const wanted = missing.map(([name, version]) => `${name}@${version}`)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], { cwd: beside })
  for (const [name] of missing) {
    await mkdir(join(dir, 'node_modules', name, '..'), { recursive: true })
    await symlink(join(beside, 'node_modules', name), join(dir, 'node_modules', name))
  }
}

/** Builds the server of an earlier release in an empty folder, with the packages that are installed here. */
export async function buildPrevious(dir: string, release = PREVIOUS): Promise<string> {
  const parts = ['contract', 'server', 'testkit', 'tools', 'package.json']
  const archive = execFileSync(findProgram('git'), ['archive', release, ...parts], {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  })
  execFileSync(findProgram('tar'), ['x', '-C', dir], { input: archive })
  await mkdir(join(dir, 'node_modules/@rosella'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules')))
    if (!name.startsWith('@'))
      await symlink(join(root, 'node_modules', name), join(dir, 'node_modules', name))
    else if (name !== '@rosella') {
      await mkdir(join(dir, 'node_modules', name))
      for (const part of await readdir(join(root, 'node_modules', name)))
        await symlink(join(root, 'node_modules', name, part), join(dir, 'node_modules', name, part))
    }
  for (const name of ['contract', 'server', 'testkit'])
    await symlink(join(dir, name), join(dir, 'node_modules/@rosella', name))
  await installMissing(dir)
  await symlink(join(root, 'server/node_modules'), join(dir, 'server/node_modules'))
  // A copy, because the seeding of an earlier release writes to it.
  await cp(join(root, 'server/generated'), join(dir, 'server/generated'), { recursive: true })
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: dir,
    entryPoints: ['server/src/main.ts'],
    outbase: 'server/src',
    outdir: 'server/dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [
      {
        name: 'installed packages stay outside',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@rosella/') ? undefined : { path, external: true },
          ),
      },
    ],
    logLevel: 'warning',
  })
  return join(dir, 'server/dist/main.js')
}
