import Copy from 'lucide-react/icons/copy'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'

/** Into the clipboard; where the browser forbids it, the text on the screen can be marked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  function copy() {
    navigator.clipboard?.writeText(text).then(
      () => showToast('success', 'Copied.'),
      () => showToast('danger', 'This could not be copied. Please mark and copy it yourself.'),
    )
  }
  return (
    <Button tone="quiet" icon={Copy} onClick={copy}>
      {label}
    </Button>
  )
}
