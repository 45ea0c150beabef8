import Copy from 'lucide-react/icons/copy'
import { copyText } from '../../platform/download'
import { Button } from '../../ui/Button'

export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <Button tone="quiet" icon={Copy} onClick={() => copyText(text)}>
      {label}
    </Button>
  )
}
