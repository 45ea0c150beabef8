export type ProgramName =
  | 'postgres'
  | 'redis'
  | 'chromium'
  | 'headlessShell'
  | 'haproxy'
  | 'nginx'
  | 'caddy'
  | 'promtool'
  | 'heifEnc'
  | 'git'
  | 'tar'

/** The path of a program; of PostgreSQL, the folder that has its programs. */
export function findProgram(name: ProgramName): string
