import type { ReactNode } from 'react'

/** A chapter of the gallery. */
export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line border-t py-10">
      <h2 className="mb-6 text-3xl">{title}</h2>
      <div className="grid gap-8">{children}</div>
    </section>
  )
}

/** One piece of the kit in its states. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-3 text-muted text-sm tracking-normal">{name}</h3>
      {children}
    </div>
  )
}
