import { useState } from 'react'
import { photoAt, photoHash, useHistoryOverlay } from '../../platform/history-overlay'
import { photoUrl } from '../../platform/site'
import { Carousel } from '../../ui/member/Carousel'

/** A member's photos on top of their profile. Each photo has its own address. */
export function PhotoViewer({ username, names }: { username: string; names: string[] }) {
  const overlay = useHistoryOverlay()
  const at = photoAt(overlay.hash)
  const isOpen = at !== undefined && at < names.length
  // Keeps showing the last photo while the viewer closes.
  const [last, setLast] = useState(0)
  if (isOpen && last !== at) setLast(at)
  return (
    <Carousel
      open={isOpen}
      // Also called after it has closed.
      onClose={() => isOpen && overlay.leave()}
      title={`Photos of ${username}`}
      index={last}
      onIndexChange={(index) => overlay.open(photoHash(index))}
      photos={names.map((name, place) => ({
        src: photoUrl('lg', name),
        thumb: photoUrl('tmb', name),
        alt: `${username}, photo ${place + 1}`,
      }))}
    />
  )
}
