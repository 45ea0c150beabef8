import { ImageUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ProgressBar } from '../../ui/ProgressBar'
import type { UploadItem } from './use-upload-batch'

/** A photo on its way. Where the browser cannot show it (HEIC), the server's thumbnail follows soon. */
export function UploadTile({ item }: { item: UploadItem }) {
  const preview = usePreview(item.file)
  return (
    <li className="petal relative grid aspect-square animate-arrive place-items-center overflow-hidden bg-sunken">
      {preview ? (
        <img src={preview} alt="" className="size-full object-cover opacity-40" />
      ) : (
        <ImageUp aria-hidden="true" className="size-12 text-muted" strokeWidth={1.5} />
      )}
      <div className="petal-md absolute inset-x-3 bottom-3 bg-surface px-3 py-2">
        <ProgressBar label={item.file.name} percent={item.state === 'waiting' ? 0 : item.share * 100} />
      </div>
    </li>
  )
}

const isHeic = (file: File): boolean => /\.hei[cf]$/i.test(file.name) || /hei[cf]/.test(file.type)

function usePreview(file: File): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (isHeic(file)) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
