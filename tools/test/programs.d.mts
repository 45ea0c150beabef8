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

/** The path of a program; for PostgreSQL, the folder of its programs. */
export function findProgram(name: ProgramName): string

export function findOrUnpackFailoverPrograms(): { etcd: string; python: string; patroni: string }
