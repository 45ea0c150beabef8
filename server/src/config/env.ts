import cluster from 'node:cluster'
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Config, readConfig } from './config'

const FILE = '.env'

/** Where the processes that one keeps find each other: told by that one, never by an operator. */
export const KEPT_FOLDER = 'ROSELLA_PROCESSES_FOLDER'
export const keptFolder = (): string | undefined => process.env[KEPT_FOLDER]

/** The only reader of the environment. */
export function configFromEnvironment(): Config {
  const written = existsSync(FILE) ? parseEnv(readFileSync(FILE, 'utf8')) : {}
  const config = readConfig({ ...written, ...process.env })
  // Drivers look there too. Who keeps other processes leaves the file to them, so that new ones find it as it is then.
  if (existsSync(FILE) && (config.processes === undefined || cluster.isWorker)) process.loadEnvFile(FILE)
  return config
}
