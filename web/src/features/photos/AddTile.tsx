import ImagePlus from 'lucide-react/icons/image-plus'
import Plus from 'lucide-react/icons/plus'
import type { ChangeEvent, Ref } from 'react'
import { cx } from '../../ui/cx'

const slot =
  'petal grid aspect-square place-items-center border-2 border-line-strong border-dashed text-center transition'

type AddTileProps = {
  id: string
  ref: Ref<HTMLInputElement>
  disabled: boolean
  /** Files are being dragged over the grid. */
  inviting: boolean
  onFiles: (files: File[]) => void
}

/** Opens the file dialog. Only this tile has a label; the empty slots share its input. */
export function AddTile({ id, ref, disabled, inviting, onFiles }: AddTileProps) {
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    // Allows choosing the same file again.
    event.target.value = ''
    onFiles(files)
  }
  return (
    <li>
      <input
        ref={ref}
        id={id}
        type="file"
        multiple
        accept="image/*,.heic,.heif"
        aria-label="Add photos"
        disabled={disabled}
        onChange={choose}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className={cx(
          slot,
          'bg-surface p-3 hover:bg-sunken peer-disabled:opacity-45',
          'peer-focus-visible:outline-3 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2',
          inviting && 'border-gum! bg-gum-soft! text-on-gum-soft',
        )}
      >
        <span className="grid justify-items-center gap-1.5">
          <ImagePlus aria-hidden="true" className="size-9" strokeWidth={1.75} />
          <span className="font-semibold leading-tight">Add photos</span>
          <span className="text-sm leading-snug opacity-80 max-sm:hidden">or drop them here</span>
        </span>
      </label>
    </li>
  )
}

/** An empty slot. A click opens the same file dialog. */
export function EmptySlot({ inputId, inviting }: { inputId: string; inviting: boolean }) {
  return (
    <li aria-hidden="true">
      <label
        htmlFor={inputId}
        className={cx(slot, 'border-line! text-line-strong hover:bg-sunken', inviting && 'border-gum!')}
      >
        <Plus className="size-7" strokeWidth={1.75} />
      </label>
    </li>
  )
}
