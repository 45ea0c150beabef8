import { parentPort } from 'node:worker_threads'
import type { MatchKind } from '../../ports/image-processor'
import { type HashEntries, HashIndex, type HashMatch } from './hash-index'
import { type Pixels, pdqVariants } from './pdq'

/** A task for the thread. Replies arrive in the same order. */
export type HashOrder =
  | { do: 'hash'; pixels: Pixels }
  | { do: 'add'; kind: MatchKind; entries: HashEntries }
  | { do: 'find'; hashes: Uint8Array; except: number; atMost: number }
  | { do: 'clear' }

const indexes: Record<MatchKind, HashIndex> = { photo: new HashIndex(), known: new HashIndex() }

function carryOut(order: HashOrder): Uint8Array | Record<MatchKind, HashMatch[]> | undefined {
  switch (order.do) {
    case 'hash':
      return pdqVariants(order.pixels)
    case 'add':
      indexes[order.kind].add(order.entries)
      return
    case 'clear':
      for (const kind of ['photo', 'known'] as const) indexes[kind] = new HashIndex()
      return
    case 'find': {
      const { hashes, except, atMost } = order
      return {
        photo: indexes.photo.find(hashes, except, atMost),
        known: indexes.known.find(hashes, except, atMost),
      }
    }
  }
}

parentPort?.on('message', (order: HashOrder) => parentPort?.postMessage(carryOut(order)))
