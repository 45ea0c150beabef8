import type { RuleKey } from '../domain/scam-signs/rules'

export interface SenderAndReceiver {
  sender_id: number
  receiver_id: number
}

/** What a text alone says. */
interface Looked {
  signs: readonly RuleKey[]
  isHurtful: boolean
}

export interface ShieldedMessage {
  id: number
  signs: readonly RuleKey[]
  isRepeated?: boolean
}

/** What stands between writing a message and somebody else's reading it (decision 48). */
export interface ScamShield {
  /** Reads a text; undefined where nothing is to be asked or noted, as with nearly every message. */
  look(text: string): Looked | undefined
  /** Throws the question that the sender has to answer first. */
  ask(pair: SenderAndReceiver, looked: Looked): Promise<void>
  /** Writes down what was sent all the same, and takes the steps that follow from it. */
  note(pair: SenderAndReceiver, message: ShieldedMessage): Promise<void>
}
