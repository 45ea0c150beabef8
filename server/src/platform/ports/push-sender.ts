/** A browser's address at its push service, and the keys that only it can read with. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface Push {
  /** Encrypted for the browser; the service that carries it sees its length. */
  payload: string
  /** What the service puts in place of an earlier one that still waits: at most 32 letters of base64url. */
  topic: string
  /** Seconds that the service keeps it for a browser that is away. */
  keptFor: number
}

export interface PushSender {
  /** What browsers subscribe with. */
  readonly publicKey: string
  /** Whether it is an address at a known push service, with keys that can be encrypted for. */
  accepts(target: PushTarget): boolean
  /**
   * `gone`: there is no such browser any more. `refused`: the service does not want it, and will not. Rejects where
   * trying again may help.
   */
  send(target: PushTarget, push: Push): Promise<'sent' | 'gone' | 'refused'>
}
