import type { ServerEvents } from '@rosella/contract/messages/socket'

/** A socket that has been let in, as a feature sees it. What it hears may be anything at all. */
export interface LiveSocket {
  readonly handshake: { readonly auth: Record<string, unknown> }
  on(event: string, listener: (...args: unknown[]) => void): unknown
  onAny(listener: (...args: unknown[]) => void): unknown
  emit<E extends keyof ServerEvents>(event: E, ...args: Parameters<ServerEvents[E]>): unknown
}
