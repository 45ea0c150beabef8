import { sentences } from '@rosella/contract/sentences'

/** What a member wrote, as text and nothing else, with its line breaks. */
export function Words({ title, text }: { title: string; text: string }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-2xl">{title}</h2>
      {text.trim() === '' ? (
        <p className="text-muted">{sentences.noAnswer}</p>
      ) : (
        <p className="wrap-anywhere max-w-prose whitespace-pre-wrap">{text}</p>
      )}
    </section>
  )
}
