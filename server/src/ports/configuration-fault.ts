import { Failure } from '../domain/failure'

/** What a fault of the configuration can stand in the way of. */
export type FaultyPart = 'mail' | 'photos'

/**
 * What an adapter throws when the service behind it will not have us: a wrong password, a policy that forbids, a folder
 * that is not ours. It does not pass by itself, so nobody is told to try again; its words are for whoever runs the site.
 */
export class ConfigurationFault extends Failure {
  constructor(
    readonly part: FaultyPart,
    words: string,
    options: { cause?: unknown } = {},
  ) {
    super(words)
    this.cause = options.cause
  }
}
