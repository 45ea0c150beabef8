import '../full-styles.css'
import { Logo } from '../ui/Logo'
import { ThemeSwitch } from '../ui/ThemeSwitch'
import { FormSpecimens } from './gallery/FormSpecimens'
import { FoundationSpecimens } from './gallery/FoundationSpecimens'
import { OverlaySpecimens } from './gallery/OverlaySpecimens'
import { PeopleSpecimens } from './gallery/PeopleSpecimens'
import { ButtonSpecimens, StatusSpecimens } from './gallery/StatusSpecimens'

/** Every piece of the kit in every state, for those who build with it. */
export default function GalleryScreen() {
  return (
    <div className="mx-auto max-w-6xl px-4 pb-24 sm:px-8">
      <header className="flex flex-wrap items-center justify-between gap-4 py-6">
        <h1>
          <Logo name="Rosella" />
          <span className="sr-only"> kit gallery</span>
        </h1>
        <ThemeSwitch />
      </header>
      <main>
        <PeopleSpecimens />
        <FoundationSpecimens />
        <ButtonSpecimens />
        <FormSpecimens />
        <StatusSpecimens />
        <OverlaySpecimens />
      </main>
    </div>
  )
}
