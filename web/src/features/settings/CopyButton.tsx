import Copy from 'lucide-react/icons/copy'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'

/** Copies to the clipboard. If the browser forbids it, the member can still select the text on screen. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  function copy() {
    navigator.clipboard?.writeText(text).then(
      () => showToast('success', 'Copied.'),
      () => showToast('danger', 'We couldn’t copy this. Please select the text and copy it yourself.'),
    )
  }
  return (
    <Button tone="quiet" icon={Copy} onClick={copy}>
      {label}
    </Button>
  )
}
