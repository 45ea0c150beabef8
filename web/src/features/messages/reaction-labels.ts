import type { Emoji } from '@rosella/contract/messages/rules'

/** The names of the reactions, for screen readers and tooltips. */
export const reactionLabels: Record<Emoji, string> = {
  '❤️': 'Heart',
  '😂': 'Laughing',
  '😮': 'Surprised',
  '😢': 'Sad',
  '👍': 'Thumbs up',
  '🔥': 'Fire',
}
