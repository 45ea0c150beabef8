import { Logo, LogoMark } from '../../ui/Logo'
import { Chapter, Specimen } from './Specimen'

const swatches = [
  ['paper', 'bg-paper text-ink inset-ring inset-ring-line'],
  ['surface', 'bg-surface text-ink inset-ring inset-ring-line'],
  ['sunken', 'bg-sunken text-ink'],
  ['ink', 'bg-ink text-paper'],
  ['waratah', 'bg-waratah text-on-waratah'],
  ['waratah-soft', 'bg-waratah-soft text-on-waratah-soft'],
  ['wattle', 'bg-wattle text-on-wattle'],
  ['wattle-soft', 'bg-wattle-soft text-on-wattle-soft'],
  ['gum', 'bg-gum text-on-gum'],
  ['gum-soft', 'bg-gum-soft text-on-gum-soft'],
  ['danger', 'bg-danger text-on-danger'],
  ['danger-soft', 'bg-danger-soft text-on-danger-soft'],
] as const

export function FoundationSpecimens() {
  return (
    <Chapter title="One shape, one garden of colours">
      <Specimen name="Logo">
        <div className="flex flex-wrap items-center gap-8">
          <LogoMark className="size-28" />
          <Logo name="Rosella" className="text-5xl" />
          <Logo name="Rosella" />
          <LogoMark className="size-8" />
          <LogoMark className="size-5" />
        </div>
      </Specimen>
      <Specimen name="Colours">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-6">
          {swatches.map(([name, look]) => (
            <li key={name} className={`petal-md flex h-20 items-end px-4 pb-2 font-semibold text-sm ${look}`}>
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Petal and its mirror">
        <div className="grid max-w-xl gap-2">
          <p className="petal-md max-w-[80%] justify-self-start bg-surface px-5 py-3 inset-ring inset-ring-line">
            Is that Biscuit in your second photo?
          </p>
          <p className="petal-md-own max-w-[80%] justify-self-end bg-bubble-out px-5 py-3 text-on-bubble-out">
            The very same. He chose the beach, I only drove.
          </p>
        </div>
      </Specimen>
    </Chapter>
  )
}
