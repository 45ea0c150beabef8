import { useState } from 'react'
import { photoAt, photoHash, useHistoryOverlay } from '../../platform/history-overlay'
import { photoUrl } from '../../platform/site'
import { Carousel } from '../../ui/member/Carousel'

/** All the photos of a member, over their profile, at an address of their own each. */
export function PhotoViewer({ username, names }: { username: string; names: string[] }) {
  const overlay = useHistoryOverlay()
  const at = photoAt(overlay.hash)
  const isOpen = at !== undefined && at < names.length
  // The one that was looked at stays while the viewer goes.
  const [last, setLast] = useState(0)
  if (isOpen && last !== at) setLast(at)
  return (
    <Carousel
      open={isOpen}
      // Told once more when it has closed.
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
