export interface Mail {
  to: { name?: string; address: string }
  subject: string
  text: string
  html: string
  /** The address to act on, which the embedded mailbox prints on the terminal. */
  link?: string
  /** One-click unsubscribe (RFC 8058). */
  unsubscribe?: string
  /** The left part of the Message-ID. Mailboxes drop a second email with the same one. Default: random. */
  id?: string
}

export interface Mailer {
  /** Resolves when the email has been accepted for delivery; rejects with a BadAddress if the address is wrong. */
  send(mail: Mail): Promise<void>
  /**
   * Recipients of the emails stored here before that time (in seconds). Copies on the SMTP server do not count.
   */
  recipientsBefore(ts: number): Promise<string[]>
  /** Deletes the emails stored here before that time (in seconds). */
  deleteBefore(ts: number): Promise<void>
  /** Deletes the emails stored here for this address. */
  deleteTo(address: string): Promise<void>
  /** Hands over the addresses whose emails came back since the last call. */
  collectBounces(onBad: (address: string) => Promise<void>, signal?: AbortSignal): Promise<void>
  /** Resolves if emails can be sent now; rejects with a ConfigurationFault if the operator must act. */
  check(): Promise<void>
  close(): Promise<void>
}
