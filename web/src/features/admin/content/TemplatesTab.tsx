import type { ReplyTemplate } from '@rosella/contract/safety/case-shapes'
import { REPLY_TEMPLATE } from '@rosella/contract/safety/rules'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { Reply } from '../../../platform/api'
import { submitForm } from '../../../platform/submit-form'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import { ChoiceGroup } from '../../../ui/forms/ChoiceGroup'
import { Field } from '../../../ui/forms/Field'
import { Select } from '../../../ui/forms/Select'
import { Switch } from '../../../ui/forms/Switch'
import { TextArea } from '../../../ui/forms/TextArea'
import { IconButton } from '../../../ui/IconButton'
import { Dialog } from '../../../ui/overlays/Dialog'
import { type Outcome, outcomeLabels } from '../cases/decisions'
import { QueryResult } from '../QueryResult'
import { useAdminAction, useAdminQuery } from '../use-admin'

type Reasons = Reply<'GET /api/admin/reply-templates'>['reasons']
type GoesTo = ReplyTemplate['goes_to']

const places: { value: GoesTo; label: string }[] = [
  { value: 'member', label: 'Text for the member' },
  { value: 'note', label: 'Note for moderators' },
]

interface Fields {
  title: string
  body: string
  goes_to: GoesTo
  /** '' for any. */
  reason: string
  outcome: Outcome | ''
}

type TemplateDialogProps = { template: ReplyTemplate | null; reasons: Reasons; onClose: () => void }

/** Adds a template (null) or changes one. */
function TemplateDialog({ template, reasons, onClose }: TemplateDialogProps) {
  const { title = '', body = '', goes_to = 'member', reason_key, outcome } = template ?? {}
  const form = useForm<Fields>({
    defaultValues: { title, body, goes_to, reason: reason_key ?? '', outcome: outcome ?? '' },
  })
  const { control, formState } = form
  const written = useWatch({ control })
  const save = useAdminAction('POST /api/admin/reply-template', { handlesErrors: true })

  async function send(fields: Fields) {
    await save.mutateAsync({
      ...(template ? { id: template.id, version: template.version } : {}),
      title: fields.title,
      body: fields.body,
      goes_to: fields.goes_to,
      reason_key: fields.reason || null,
      outcome: fields.outcome || null,
      active: template?.active ?? true,
    })
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      written={formState.isDirty}
      title={template ? 'Edit the template' : 'Add a template'}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="template"
            disabled={!written.title?.trim() || !written.body?.trim()}
            pending={formState.isSubmitting}
          >
            {template ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form id="template" onSubmit={submitForm(form, send)} className="grid gap-4">
        <Field
          label="Title"
          hint="Moderators choose the template by its title."
          maxLength={REPLY_TEMPLATE.title}
          data-autofocus
          {...form.register('title')}
        />
        <Controller
          control={control}
          name="goes_to"
          render={({ field }) => (
            <ChoiceGroup
              legend="Goes into"
              options={places}
              value={field.value}
              onChange={(value) => value !== null && field.onChange(value)}
            />
          )}
        />
        <Select
          label="For the reason"
          placeholder="Any reason"
          options={reasons.map(({ key, words }) => ({ value: key, label: words }))}
          {...form.register('reason')}
        />
        <Select
          label="For the outcome"
          placeholder="Any outcome"
          options={Object.entries(outcomeLabels).map(([value, label]) => ({ value, label }))}
          {...form.register('outcome')}
        />
        <Controller
          control={control}
          name="body"
          render={({ field }) => (
            <TextArea label="Text" limit={REPLY_TEMPLATE.body} maxLength={REPLY_TEMPLATE.body} {...field} />
          )}
        />
        {formState.errors.root && <Alert>{formState.errors.root.message}</Alert>}
      </form>
    </Dialog>
  )
}

/** The replies and notes that moderators insert into decisions, each with a switch. */
export function TemplatesTab() {
  const templates = useAdminQuery('GET /api/admin/reply-templates', {})
  const [edited, setEdited] = useState<ReplyTemplate | 'new' | null>(null)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl text-muted">
          Moderators insert these into their decisions and can change the text before sending it. A template
          that is off is no longer offered.
        </p>
        <Button icon={Plus} onClick={() => setEdited('new')}>
          Add a template
        </Button>
      </div>
      <QueryResult query={templates}>
        {({ items, reasons }) => (
          <>
            {items.length === 0 ? (
              <p className="text-muted">There are no templates yet.</p>
            ) : (
              <ul
                aria-label="Reply templates"
                className="petal-md divide-y divide-line bg-surface inset-ring inset-ring-line"
              >
                {items.map((template) => (
                  <TemplateRow
                    key={template.id}
                    template={template}
                    reasons={reasons}
                    onEdit={() => setEdited(template)}
                  />
                ))}
              </ul>
            )}
            {edited && (
              <TemplateDialog
                template={edited === 'new' ? null : edited}
                reasons={reasons}
                onClose={() => setEdited(null)}
              />
            )}
          </>
        )}
      </QueryResult>
    </>
  )
}

type TemplateRowProps = { template: ReplyTemplate; reasons: Reasons; onEdit: () => void }

function TemplateRow({ template, reasons, onEdit }: TemplateRowProps) {
  const save = useAdminAction('POST /api/admin/reply-template')
  // Show the new state while the call is pending.
  const active = save.isPending ? save.variables.active : template.active
  const { title, body, goes_to, reason_key, outcome } = template
  const about = [
    places.find(({ value }) => value === goes_to)?.label,
    reason_key === null
      ? 'any reason'
      : (reasons.find(({ key }) => key === reason_key)?.words ?? 'a reason that is no longer offered'),
    outcome === null ? 'any outcome' : outcomeLabels[outcome],
  ]
  return (
    <li className="flex items-center gap-2 py-1.5 ps-4 pe-2">
      <div className="min-w-0 flex-1">
        <Switch
          label={title}
          hint={
            <>
              {about.join(' · ')}
              <span className="line-clamp-2 whitespace-pre-line">{body}</span>
            </>
          }
          checked={active}
          onChange={(next) => save.mutate({ ...template, active: next })}
        />
      </div>
      <IconButton label={`Edit: ${title}`} icon={Pencil} onClick={onEdit} />
    </li>
  )
}
