import type { ReactNode } from 'react'
import { legalAddress, legalDate, siteContact, siteName } from '../../platform/site'
import { useTitle } from '../../platform/title'

interface LegalSection {
  /** The section's URL fragment, as in /privacy#photos. */
  id: string
  title: string
  body: ReactNode
}

export interface LegalDocument {
  title: string
  summary: ReactNode
  sections: LegalSection[]
}

/** A legal page with a summary, a table of contents and its sections. */
export function LegalScreen({ title, summary, sections }: LegalDocument) {
  useTitle(title)
  return (
    <article className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-10 px-4 py-10 sm:px-6 sm:py-14">
      <header className="flex flex-col gap-4">
        <h1 className="text-4xl sm:text-6xl">{title}</h1>
        <p className="text-muted">In force from {longDate(legalDate)}</p>
        <div className="petal bg-gum-soft p-5 text-lg text-on-gum-soft sm:p-7">{summary}</div>
        <nav aria-label="On this page">
          <ol className="grid gap-x-6 sm:grid-cols-2">
            {sections.map((section, place) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="inline-flex min-h-11 items-center gap-2 hover:underline"
                >
                  <span className="w-6 text-muted tabular-nums">{place + 1}.</span>
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      </header>
      {sections.map((section, place) => (
        <section key={section.id} aria-labelledby={section.id} className="flex flex-col gap-3">
          <h2 id={section.id} className="scroll-mt-4 text-2xl">
            {place + 1}. {section.title}
          </h2>
          {section.body}
        </section>
      ))}
      <footer className="petal-md flex flex-col gap-1 bg-surface p-5 inset-ring inset-ring-line">
        <h2 className="text-xl">Who is behind {siteName}</h2>
        <address className="whitespace-pre-line not-italic">{legalAddress}</address>
        <a
          href={`mailto:${siteContact}`}
          className="wrap-anywhere inline-flex min-h-11 max-w-full items-center self-start underline"
        >
          {siteContact}
        </a>
      </footer>
    </article>
  )
}

const longDate = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-AU', { dateStyle: 'long', timeZone: 'UTC' })

export const List = ({ children }: { children: ReactNode }) => (
  <ul className="grid list-disc gap-1.5 ps-5">{children}</ul>
)
