import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker thread from its entry below this folder (no extension). From source the entry is
 * TypeScript and tsx reads it; in the build it is JavaScript in the same place below dist.
 */
export function startWorker(entry: string, options: WorkerOptions = {}): Worker {
  if (import.meta.url.endsWith('.js')) return new Worker(new URL(`./${entry}.js`, import.meta.url), options)
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  return new Worker(new URL(`./${entry}.ts`, import.meta.url), { ...options, execArgv: ['--import', tsx] })
}
