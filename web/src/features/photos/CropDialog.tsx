import { type CSSProperties, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useObjectUrl } from '../../platform/use-object-url'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { ChoiceGroup } from '../../ui/forms/ChoiceGroup'
import { Dialog } from '../../ui/overlays/Dialog'
import { Spinner } from '../../ui/Spinner'
import { type CropChoice, cropBox, draggedBy, type Size } from './crop-box'
import { drawJpeg } from './scale-down'

const shapes = { portrait: 4 / 5, square: 1 } as const
type Shape = keyof typeof shapes

type CropDialogProps = { file: File; onClose: () => void; onSend: (file: File) => void }

/** Lets the member choose the part to upload, by dragging the photo or with the sliders. */
export function CropDialog({ file, onClose, onSend }: CropDialogProps) {
  const address = useObjectUrl(file)
  const picture = useRef<HTMLImageElement>(null)
  const [size, setSize] = useState<Size | 'unreadable'>()
  const [shape, setShape] = useState<Shape>('portrait')
  const [view, setView] = useState({ zoom: 1, x: 0.5, y: 0.4 })
  const [pending, setPending] = useState(false)
  const choice = { ...view, ratio: shapes[shape] }
  const isReady = size !== undefined && size !== 'unreadable'

  async function send() {
    if (!picture.current || !isReady) return
    setPending(true)
    onSend((await drawJpeg(picture.current, cropBox(size, choice), file.name)) ?? file)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Crop photo"
      size="small"
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          {size === 'unreadable' ? (
            <Button onClick={() => onSend(file)}>Upload without cropping</Button>
          ) : (
            <Button onClick={() => void send()} disabled={!isReady} pending={pending}>
              Upload photo
            </Button>
          )}
        </>
      }
    >
      {size === 'unreadable' ? (
        <Alert>{`This browser can’t show ${file.name}, so you can’t crop it here.`}</Alert>
      ) : (
        <div className="grid gap-5">
          <Frame size={isReady ? size : undefined} choice={choice} onView={setView}>
            {(style) =>
              address && (
                <img
                  ref={picture}
                  src={address}
                  alt=""
                  draggable={false}
                  onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                    setSize({ width, height })
                  }
                  onError={() => setSize('unreadable')}
                  className="pointer-events-none absolute max-w-none"
                  style={style}
                />
              )
            }
          </Frame>
          <ChoiceGroup
            legend="Shape"
            value={shape}
            onChange={(next) => setShape((next ?? shape) as Shape)}
            options={[
              { value: 'portrait', label: 'Portrait' },
              { value: 'square', label: 'Square' },
            ]}
          />
          <div className="grid gap-3">
            <Slider
              label="Zoom"
              min={1}
              max={4}
              value={view.zoom}
              onChange={(zoom) => setView({ ...view, zoom })}
            />
            <Slider label="Left or right" value={view.x} onChange={(x) => setView({ ...view, x })} />
            <Slider label="Up or down" value={view.y} onChange={(y) => setView({ ...view, y })} />
          </div>
        </div>
      )}
    </Dialog>
  )
}

type FrameProps = {
  size: Size | undefined
  choice: CropChoice
  onView: (view: CropChoice) => void
  children: (style: CSSProperties) => ReactNode
}

/** A preview of the result. Dragging is optional, because the sliders do the same. */
function Frame({ size, choice, onView, children }: FrameProps) {
  const dragStart = useRef<{ x: number; y: number; from: CropChoice }>(undefined)
  const box = size && cropBox(size, choice)

  function drag(event: PointerEvent<HTMLDivElement>) {
    if (!dragStart.current || !size) return
    const { width, height } = event.currentTarget.getBoundingClientRect()
    const { x, y, from } = dragStart.current
    onView(draggedBy(size, from, (event.clientX - x) / width, (event.clientY - y) / height))
  }

  return (
    <div
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        dragStart.current = { x: event.clientX, y: event.clientY, from: choice }
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        dragStart.current = undefined
      }}
      className="petal relative mx-auto grid max-h-[45dvh] w-full max-w-full cursor-grab touch-none place-items-center overflow-hidden bg-sunken active:cursor-grabbing"
      style={{ aspectRatio: choice.ratio, width: `min(100%, calc(45dvh * ${choice.ratio}))` }}
    >
      {!size && <Spinner />}
      {children(
        box && size
          ? {
              width: `${(100 * size.width) / box.width}%`,
              left: `${(-100 * box.left) / box.width}%`,
              top: `${(-100 * box.top) / box.height}%`,
            }
          : { opacity: 0 },
      )}
    </div>
  )
}

type SliderProps = {
  label: string
  value: number
  min?: number
  max?: number
  onChange: (value: number) => void
}

function Slider({ label, value, min = 0, max = 1, onChange }: SliderProps) {
  return (
    <label className="grid grid-cols-[7.5rem_1fr] items-center gap-3 font-semibold text-sm">
      {label}
      <input
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-h-11 w-full accent-ink"
      />
    </label>
  )
}
