import { Crop } from 'lucide-react'
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../../ui/Button'

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog')).CropDialog }))

type CropFirstProps = { disabled: boolean; onCropped: (file: File) => void }

/** The other way to add a photo: one at a time, cut to what should be seen before it is sent. */
export function CropFirst({ disabled, onCropped }: CropFirstProps) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()

  function choose(event: ChangeEvent<HTMLInputElement>) {
    setFile(event.target.files?.[0])
    // So that the same file can be chosen again.
    event.target.value = ''
  }

  return (
    <div>
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        aria-label="A photo to crop"
        tabIndex={-1}
        onChange={choose}
        className="hidden"
      />
      <Button tone="quiet" icon={Crop} disabled={disabled} onClick={() => input.current?.click()}>
        Crop a photo first
      </Button>
      {file && (
        <Suspense>
          <CropDialog
            file={file}
            onClose={() => setFile(undefined)}
            onSend={(cropped) => {
              setFile(undefined)
              onCropped(cropped)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
