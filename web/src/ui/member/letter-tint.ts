const tints = ['bg-wattle-soft text-on-wattle-soft', 'bg-gum-soft text-on-gum-soft', 'bg-line text-ink']

/** The same name always gets the same tint. Crimson is not among them, because it stands for affection. */
export function tintOf(name: string): string | undefined {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return tints[sum % tints.length]
}
