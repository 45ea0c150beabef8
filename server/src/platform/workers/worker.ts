import { join } from 'node:path'
import type { ToKeeper, ToKept } from './messages'

/** The other processes on this machine that share the port with this one. */
export interface Siblings {
  /** Says which of them this is, in addresses of sessions. */
  readonly name: string
  /** Where the process of this name takes requests that only it can answer. */
  socketOf(name: string): string
  /** The figures of all, as each tells its own. */
  figures(): Promise<unknown[]>
  /** How this process tells its own. */
  onFiguresWanted(tell: () => Promise<unknown>): void
}

const PATIENCE_MS = 4000
/** A name ends up in a path. */
const NAME = /^\d{1,10}$/

export interface Kept extends Siblings {
  /** Tells whoever keeps this process that it takes connections. */
  opened(address: string): void
  /** Another process has taken the place of this one. */
  onLeave(leave: () => void): void
}

/** The side of a process that is kept by another; `folder` is where they find each other. */
export function joinSiblings(folder: string): Kept {
  let lastId = 0
  const wanted = new Map<number, (figures: unknown[]) => void>()
  let tellFigures: () => Promise<unknown> = async () => []
  let leave = () => {}
  const send = (message: ToKeeper) => {
    if (process.connected) process.send?.(message)
  }
  process.on('message', (message: ToKept) => {
    if (message.say === 'leave') leave()
    if (message.say === 'figures-of-all') wanted.get(message.id)?.(message.figures)
    if (message.say === 'tell-figures') {
      const { id } = message
      // One whose figures cannot be had is left out, once the others have waited for it.
      tellFigures().then(
        (figures) => send({ say: 'figures', id, figures }),
        () => {},
      )
    }
  })
  return {
    name: String(process.pid),
    socketOf: (name) => join(folder, NAME.test(name) ? `${name}.sock` : 'nobody.sock'),
    opened: (address) => send({ say: 'opened', address }),
    onLeave(then) {
      leave = then
    },
    onFiguresWanted(tell) {
      tellFigures = tell
    },
    figures() {
      const id = ++lastId
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          wanted.delete(id)
          reject(new Error('The other processes did not tell their figures'))
        }, PATIENCE_MS)
        wanted.set(id, (figures) => {
          clearTimeout(timer)
          wanted.delete(id)
          resolve(figures)
        })
        send({ say: 'figures-wanted', id })
      })
    },
  }
}
