import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'

type PictureState = 'loaded' | 'failed' | undefined

/** Knows which pictures are loaded, because nobody should decide about one that they cannot see yet. */
export function useLoadedPictures() {
  const [states, setStates] = useState<Readonly<Record<string, PictureState>>>({})
  return {
    stateOf: (src: string): PictureState => states[src],
    onState: (src: string, state: PictureState) =>
      setStates(({ [src]: _before, ...others }) => (state ? { ...others, [src]: state } : others)),
  }
}

type LoadedPictureProps = ComponentProps<'img'> & {
  src: string
  alt: string
  onState: (src: string, state: PictureState) => void
}

export function LoadedPicture({ src, alt, onState, ...img }: LoadedPictureProps) {
  // A picture that is shown again has to load again, unless the browser still has it.
  const forget = useEffectEvent((gone: string) => onState(gone, undefined))
  useEffect(() => () => forget(src), [src])
  return (
    <img
      {...img}
      src={src}
      alt={alt}
      onLoad={() => onState(src, 'loaded')}
      onError={() => onState(src, 'failed')}
    />
  )
}
