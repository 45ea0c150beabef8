import { Download, Printer } from 'lucide-react'
import { siteName } from '../../platform/site'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { CopyButton } from './CopyButton'

/** Shown this once: the server keeps only what checks them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your recovery codes"
      actions={<Button onClick={onClose}>I have kept them</Button>}
    >
      <div className="grid gap-5">
        <p>
          The second step is on. Without your app, one of these codes lets you in, each once.{' '}
          <strong>They are shown now and never again.</strong> Keep them where you would keep a passport.
        </p>
        <ol
          aria-label="Recovery codes"
          className="petal-md grid gap-x-6 gap-y-1.5 bg-sunken p-5 sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap font-mono text-sm">
              {code}
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={text} label="Copy" />
          <Button tone="quiet" icon={Download} onClick={() => save(text)}>
            Download
          </Button>
          <Button tone="quiet" icon={Printer} onClick={() => print(text)}>
            Print
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const heading = `Recovery codes for ${siteName}`

function save(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${heading}\n\n${text}\n`], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The codes alone on a page of their own. */
function print(text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const page = frame.contentDocument
  if (!page || !frame.contentWindow) return
  const title = page.createElement('h1')
  title.textContent = heading
  const codes = page.createElement('pre')
  codes.textContent = text
  page.body.append(title, codes)
  frame.contentWindow.print()
  setTimeout(() => frame.remove(), 60_000)
}
