import { existsSync } from 'node:fs'
import { type Config, readConfig } from './config'

/** The only reader of the environment. */
export function configFromEnvironment(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}
