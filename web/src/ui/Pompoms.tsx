import type { CSSProperties } from 'react'

const count = 11

/**
 * A burst of wattle blossom for a like. Render it inside a relative box with a new key for each like. It ends by itself,
 * and assistive technology and the pointer ignore it.
 */
export function Pompoms() {
  return (
    <span aria-hidden="true" className="pointer-events-none absolute inset-0 z-10 grid place-items-center">
      {Array.from({ length: count }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed bunch that never changes order.
          key={place}
          className="col-start-1 row-start-1 block animate-pompom rounded-full bg-wattle"
          style={blossom(place)}
        />
      ))}
    </span>
  )
}

/** Evenly spread, but at different distances and sizes. */
function blossom(place: number): CSSProperties {
  const size = 6 + ((place * 7) % 5) * 2
  return {
    '--turn': `${(place * 360) / count}deg`,
    '--reach': `${42 + ((place * 5) % 4) * 10}px`,
    width: size,
    height: size,
    animationDelay: `${(place % 3) * 40}ms`,
  } as CSSProperties
}
