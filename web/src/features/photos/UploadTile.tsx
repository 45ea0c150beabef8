import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { useObjectUrl } from '../../platform/use-object-url'
import { ProgressBar } from '../../ui/ProgressBar'
import type { UploadItem } from './upload-batch'

/**
 * A photo on its way: as the browser itself can show it, and as the server shows it once it has it. Where the
 * browser cannot (HEIC outside Safari), that is the first picture of it.
 */
export function UploadTile({ item }: { item: UploadItem }) {
  const own = useObjectUrl(item.file)
  const [unreadable, setUnreadable] = useState<string>()
  const preview = item.tmb_url ?? (own === unreadable ? undefined : own)
  return (
    <li className="petal relative grid aspect-square animate-arrive place-items-center overflow-hidden bg-sunken">
      {preview ? (
        <img
          src={preview}
          alt=""
          onError={() => setUnreadable(preview)}
          className={`size-full object-cover ${item.tmb_url ? '' : 'opacity-40'}`}
        />
      ) : (
        <ImageUp aria-hidden="true" className="size-12 text-muted" strokeWidth={1.5} />
      )}
      <div className="petal-md absolute inset-x-3 bottom-3 bg-surface px-3 py-2">
        <ProgressBar label={item.file.name} percent={item.state === 'waiting' ? 0 : item.share * 100} />
      </div>
    </li>
  )
}
