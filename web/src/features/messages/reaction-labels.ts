import type { Emoji } from '@rosella/contract/messages/rules'

/** What a reaction is called where it is read aloud. */
export const reactionWords: Record<Emoji, string> = {
  '❤️': 'Heart',
  '😂': 'Laughing',
  '😮': 'Surprised',
  '😢': 'Sad',
  '👍': 'Thumbs up',
  '🔥': 'Fire',
}
