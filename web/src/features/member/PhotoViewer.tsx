import { useState } from 'react'
import { avatarPhoto, wholePhoto } from '../../format/photo-source'
import { photoAt, photoHash, useHistoryOverlay } from '../../platform/history-overlay'
import { Carousel } from '../../ui/member/Carousel'
import type { Profile } from './use-profile'

type PhotoViewerProps = { open: boolean; onClose: () => void; username: string; photos: Profile['photos'] }

/** A member's photos on top of their profile. Each photo has its own address. */
export function PhotoViewer({ open, onClose, username, photos }: PhotoViewerProps) {
  const overlay = useHistoryOverlay()
  const at = photoAt(overlay.hash)
  const isOpen = open && at !== undefined && at < photos.length
  // Keeps showing the last photo while the viewer closes.
  const [last, setLast] = useState(0)
  if (isOpen && last !== at) setLast(at)
  return (
    <Carousel
      open={isOpen}
      // Also called after it has closed.
      onClose={() => isOpen && onClose()}
      title={`Photos of ${username}`}
      index={last}
      onIndexChange={(index) => overlay.open(photoHash(index))}
      photos={photos.map((photo, place) => ({
        photo: wholePhoto(photo),
        thumb: avatarPhoto(photo.filename, photo.sizes),
        alt: `${username}, photo ${place + 1}`,
      }))}
    />
  )
}
