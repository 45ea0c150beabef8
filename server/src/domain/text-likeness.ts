/** Every three words in a row, without capitals and marks: what stays the same when somebody changes a word or two. */
export function wordTriples(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const triples = new Set<string>()
  for (let n = 0; n + 2 < words.length; n++) triples.add(`${words[n]} ${words[n + 1]} ${words[n + 2]}`)
  return triples
}

/** The share of triples that two texts have in common: 0 for strangers, 1 for copies. */
export function textLikeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const triple of one) if (other.has(triple)) common++
  const all = one.size + other.size - common
  return all === 0 ? 0 : common / all
}
