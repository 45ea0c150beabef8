import { sentences } from '@rosella/contract/sentences'
import type { SiteSettings } from '@rosella/contract/settings/rules'
import { RotateCcw } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/Button'
import { FieldError } from '../../ui/Field'
import { Panel } from './Panel'
import { useAdminAction } from './use-admin'

type SettingPanelProps = {
  name: keyof SiteSettings
  label: string
  words: string
  /** What is in force, what is typed, and what the site came with. */
  value: unknown
  draft: unknown
  standard: unknown
  standardWords: string
  /** Why the draft cannot be saved. */
  problem?: string
  children: ReactNode
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** One setting: an editor, what is standard, and a way back to it. */
export function SettingPanel(props: SettingPanelProps) {
  const { name, label, words, value, draft, standard, standardWords, problem, children } = props
  const save = useAdminAction('POST /api/admin/settings', { done: sentences.saved })
  const isStandard = same(value, standard)

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ key: name, value: draft })
  }

  return (
    <Panel title={label}>
      <p className="text-muted">{words}</p>
      <form onSubmit={submit} className="grid gap-3">
        {children}
        <FieldError id={`${name}-problem`}>{problem ?? save.error?.message}</FieldError>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            type="submit"
            disabled={same(draft, value) || problem !== undefined}
            pending={save.isPending}
          >
            Save
          </Button>
          {isStandard ? (
            <span className="text-muted">This is the standard.</span>
          ) : (
            <Button
              tone="bare"
              icon={RotateCcw}
              className="text-sm!"
              onClick={() => save.mutate({ key: name, value: standard })}
            >
              Back to {standardWords}
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}
