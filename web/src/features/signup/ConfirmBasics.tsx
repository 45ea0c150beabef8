import { labels } from '@rosella/contract/profile/rules'
import { codeLabel } from '../../format/code-label'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { nameOfMonth } from './BirthFields'
import type { Draft } from './signup-form'

type ConfirmBasicsProps = { open: boolean; draft: Draft; onClose: () => void; onConfirm: () => void }

/** Asked once, because none of it can be changed afterwards. */
export function ConfirmBasics({ open, draft, onClose, onConfirm }: ConfirmBasicsProps) {
  const answers = [
    ['First name', draft.username.trim()],
    ['Born', `${nameOfMonth(draft.month)} ${draft.year}`],
    ['Gender at birth', codeLabel(labels.gender_birth, draft.gender_birth)],
    ['Current gender', codeLabel(labels.gender, draft.gender)],
  ]
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={onConfirm}
      title="Is it all correct?"
      confirmLabel="Yes, it is all correct"
      cancelLabel="No, I'll edit it"
      tone="ink"
    >
      <p>All users must be 18 or older. This data cannot be changed later.</p>
      <dl className="petal-md mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 bg-sunken px-5 py-4">
        {answers.map(([question, answer]) => (
          <div key={question} className="contents">
            <dt className="text-muted">{question}</dt>
            <dd className="min-w-0 font-semibold">{answer}</dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  )
}
