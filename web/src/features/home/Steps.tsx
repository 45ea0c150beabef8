import { useScheme } from '../../ui/theme'
import chatDark from './pictures/chat-dark.avif'
import chatLight from './pictures/chat-light.avif'
import listDark from './pictures/list-dark.avif'
import listLight from './pictures/list-light.avif'
import photosDark from './pictures/photos-dark.avif'
import photosLight from './pictures/photos-light.avif'

// Made by `npm run screenshots`, from the demo town.
const steps = [
  {
    title: 'Show yourself',
    words: 'Three photos, a line about you, and your town. A moderator looks at the photos.',
    alt: 'My photos: three photos on a phone, the first of them marked as the main one.',
    pictures: { light: photosLight, dark: photosDark },
  },
  {
    title: 'Look around',
    words: 'See who is here and who is new. Like someone, or send a rose.',
    alt: 'A list of members on a phone: photos with names, towns and a line about each.',
    pictures: { light: listLight, dark: listDark },
  },
  {
    title: 'Say hello',
    words: 'Write when you like somebody’s words. You need no match to begin.',
    alt: 'A conversation on a phone: messages in bubbles, the own ones in crimson.',
    pictures: { light: chatLight, dark: chatDark },
  },
]

/** How it works, in pictures of the real screens. */
export function Steps() {
  const scheme = useScheme()
  return (
    <section aria-labelledby="steps" className="bg-sunken">
      <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-14 sm:px-6 sm:py-20">
        <h2 id="steps" className="text-3xl sm:text-5xl">
          Three steps to hello
        </h2>
        <ol className="grid gap-x-8 gap-y-12 md:grid-cols-3">
          {steps.map(({ title, words, alt, pictures }, place) => (
            <li key={title} className="grid content-start gap-4">
              <img
                src={pictures[scheme]}
                alt={alt}
                width={390}
                height={520}
                loading="lazy"
                decoding="async"
                className="petal mx-auto h-auto w-full max-w-sm bg-surface ring ring-line"
              />
              <div className="mx-auto grid w-full max-w-sm gap-1.5">
                <h3 className="flex items-center gap-3 text-2xl">
                  <span
                    aria-hidden="true"
                    className="petal-round grid size-9 shrink-0 place-items-center bg-ink text-base text-paper"
                  >
                    {place + 1}
                  </span>
                  {title}
                </h3>
                <p className="text-muted">{words}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
