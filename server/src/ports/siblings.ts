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
