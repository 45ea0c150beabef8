import type { Presence } from '../../ports/presence'
import { listeners } from '../redis-connection'

export interface MemoryPresenceOptions {
  onError?: (error: unknown) => void
}

/** For one process. The Map preserves the order of arrival. */
export function openMemoryPresence({ onError = () => {} }: MemoryPresenceOptions = {}): Presence {
  const connections = new Map<number, Set<string>>()
  const changed = listeners<[]>(onError)
  return {
    async enter(memberId, connectionId) {
      const open = connections.get(memberId)
      if (open) {
        open.add(connectionId)
        return
      }
      connections.set(memberId, new Set([connectionId]))
      changed.call()
    },
    async leave(memberId, connectionId) {
      const open = connections.get(memberId)
      if (!open?.delete(connectionId) || open.size > 0) return
      connections.delete(memberId)
      changed.call()
    },
    async isOnline(memberIds) {
      return new Set(memberIds.filter((id) => connections.has(id)))
    },
    async online(limit) {
      return [...connections.keys()].reverse().slice(0, Math.max(0, limit))
    },
    onChange: changed.add,
    async ping() {},
    async close() {
      connections.clear()
    },
  }
}
