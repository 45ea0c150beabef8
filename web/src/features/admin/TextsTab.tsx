import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { Pager } from '../../ui/Pager'
import { Switch } from '../../ui/Switch'
import { Loaded } from './Loaded'
import { TextDialog } from './TextDialog'
import { usePage } from './use-admin'
import { type Text, type TextKind, useSaveText, useTexts } from './use-texts'

const about: Record<TextKind, { words: string; add: string }> = {
  prompts: {
    words:
      'Members choose some of these to answer on their profile. One that is off is no longer offered; answers that were given stay.',
    add: 'Add a prompt',
  },
  tips: { words: 'A banner shows members one of these from time to time.', add: 'Add a tip' },
}

/** Prompts or tips: a list with a switch each. None is ever removed, because answers refer to it. */
export function TextsTab({ kind }: { kind: TextKind }) {
  const { page, hrefFor } = usePage()
  const texts = useTexts(kind, page)
  const [edited, setEdited] = useState<Text | 'new' | null>(null)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl text-muted">{about[kind].words}</p>
        <Button icon={Plus} onClick={() => setEdited('new')}>
          {about[kind].add}
        </Button>
      </div>
      <Loaded query={texts}>
        {({ items, pages }) => (
          <>
            <ul
              aria-label={kind === 'prompts' ? 'Prompts' : 'Tips'}
              className="petal-md divide-y divide-line bg-surface inset-ring inset-ring-line"
            >
              {items.map((text) => (
                <TextRow key={text.id} kind={kind} text={text} onEdit={() => setEdited(text)} />
              ))}
            </ul>
            <Pager page={Math.min(page, pages)} pages={pages} hrefFor={hrefFor} />
          </>
        )}
      </Loaded>
      {edited && (
        <TextDialog kind={kind} text={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

type TextRowProps = { kind: TextKind; text: Text; onEdit: () => void }

function TextRow({ kind, text, onEdit }: TextRowProps) {
  const save = useSaveText(kind)
  // The switch follows the finger; the list follows the server.
  const active = save.isPending ? save.variables.active : text.active
  return (
    <li className="flex items-center gap-2 py-1.5 ps-4 pe-2">
      <div className="min-w-0 flex-1">
        <Switch
          label={text.words}
          checked={active}
          onChange={(next) =>
            save.mutate(
              { id: text.id, words: text.words, active: next },
              { onError: (error) => showToast('danger', error.message) },
            )
          }
        />
      </div>
      <IconButton label={`Edit: ${text.words}`} icon={Pencil} onClick={onEdit} />
    </li>
  )
}
