export interface Mail {
  to: { name?: string; address: string }
  subject: string
  text: string
  html: string
  /** The address a person acts on, so that the embedded mail box can print it on the terminal. */
  link?: string
  /** One-click unsubscribe (RFC 8058). */
  unsubscribe?: string
}

export interface Mailer {
  /** Resolves when the mail has been handed over for good; rejects otherwise. */
  send(mail: Mail): Promise<void>
  /** Whom mails kept here since before that moment (in seconds) were for. A mail server's own copies are not ours. */
  keptSinceBefore(ts: number): Promise<string[]>
  /** Erases what is kept here of mails from before that moment (in seconds). */
  forgetBefore(ts: number): Promise<void>
  /** Erases what is kept here of mails to this address. */
  forget(address: string): Promise<void>
  /** Resolves when mails could be handed over now; rejects with a ConfigurationFault when that needs a hand. */
  check(): Promise<void>
  close(): Promise<void>
}
