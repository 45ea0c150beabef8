/** A browser's address at its push service, and its public keys. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface Push {
  /** Encrypted for the browser; the push service sees only its length. */
  payload: string
  /** Replaces an earlier push with the same topic that is still waiting: at most 32 characters of base64url. */
  topic: string
  /** Seconds that the service stores it for a browser that is offline. */
  keptFor: number
}

export interface PushSender {
  /** The key that browsers subscribe with. */
  readonly publicKey: string
  /** Whether the address belongs to a known push service and the keys are valid. */
  accepts(target: PushTarget): boolean
  /**
   * `gone`: the subscription no longer exists. `refused`: the service will never accept it. Rejects if a retry may
   * help.
   */
  send(target: PushTarget, push: Push): Promise<'sent' | 'gone' | 'refused'>
}
