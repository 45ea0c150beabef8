import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The versions that the tests ran against. */
export function versions(programs) {
  return [
    `Node ${process.versions.node}`,
    `PGlite ${ofPackage('@electric-sql/pglite')}`,
    `PostgreSQL ${ofProgram(join(programs.postgres, 'postgres'))}`,
    `Redis ${ofProgram(programs.redis)}`,
    `S3 test server s3rver ${ofPackage('@20minutes/s3rver')}`,
    `SMTP test server smtp-server ${ofPackage('smtp-server')}`,
    `Chromium ${ofProgram(programs.headlessShell)}`,
  ]
}

function ofProgram(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return /\d+(\.\d+)+/.exec(stdout ?? '')?.[0] ?? 'of unknown version'
}

function ofPackage(name) {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).version
}
