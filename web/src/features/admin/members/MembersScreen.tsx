import ListX from 'lucide-react/icons/list-x'
import Search from 'lucide-react/icons/search'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import UserRoundX from 'lucide-react/icons/user-round-x'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { roleIn, useSession } from '../../../platform/session/session'
import { submitForm } from '../../../platform/submit-form'
import { Alert } from '../../../ui/Alert'
import { Button, ButtonLink } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { Field } from '../../../ui/forms/Field'
import { Select } from '../../../ui/forms/Select'
import { Dialog } from '../../../ui/overlays/Dialog'
import { Pager } from '../../../ui/Pager'
import { AdminPage } from '../AdminPage'
import { QueryResult } from '../QueryResult'
import { useAdminAction, useAdminQuery, usePage } from '../use-admin'
import { MemberRow } from './MemberRow'
import { statusLabels } from './status-labels'

/** Creates an account with nothing but an email address, and sends a log-in link. */
export function InviteButton() {
  const [open, setOpen] = useState(false)
  const form = useForm({ defaultValues: { email: '' } })
  const email = useWatch({ control: form.control, name: 'email' })
  const { errors, isSubmitting } = form.formState
  const invite = useAdminAction('POST /api/admin/invite', {
    done: 'The invitation is on its way.',
    handlesErrors: true,
  })

  function close() {
    setOpen(false)
    form.reset()
  }

  async function send(fields: { email: string }) {
    await invite.mutateAsync({ invite_email: fields.email.trim() })
    close()
  }

  return (
    <>
      <Button tone="quiet" icon={UserRoundPlus} onClick={() => setOpen(true)}>
        Invite
      </Button>
      <Dialog
        open={open}
        onClose={close}
        written={email !== ''}
        title="Invite somebody"
        size="small"
        actions={
          <>
            <Button tone="quiet" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form="invite" disabled={!email.includes('@')} pending={isSubmitting}>
              Send invitation
            </Button>
          </>
        }
      >
        <form id="invite" onSubmit={submitForm(form, send)} className="grid gap-4">
          <Field
            type="email"
            label="Email"
            hint="We’ll email them a log-in link so that they can finish signing up."
            autoComplete="off"
            data-autofocus
            maxLength={254}
            {...form.register('email')}
          />
          {errors.root && <Alert>{errors.root.message}</Alert>}
        </form>
      </Dialog>
    </>
  )
}

/** All members, newest first, searchable by name, email, number, city and status. */
export function MembersScreen() {
  const { page, hrefFor, search } = usePage()
  const role = roleIn(useSession())
  const q = search.get('q') ?? ''
  const status = Number(search.get('status')) || undefined
  const list = useAdminQuery('GET /api/admin/members', { p: page, q: q || undefined, status })
  return (
    <AdminPage
      title="Members"
      actions={
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/admin/members/bulk" tone="quiet" icon={ListX}>
            Suspend several
          </ButtonLink>
          {role === 'admin' && <InviteButton />}
        </div>
      }
    >
      <SearchForm key={`${q} ${status}`} q={q} status={status} />
      <QueryResult query={list}>
        {({ items, pages }) =>
          items.length === 0 ? (
            <EmptyState title="Nobody found" icon={UserRoundX}>
              Try the beginning of a name, city or email address, or a full member number.
            </EmptyState>
          ) : (
            <>
              <ul aria-label="Members" className="grid gap-1.5">
                {items.map((member) => (
                  <MemberRow key={member.id} member={member} />
                ))}
              </ul>
              <Pager page={Math.min(page, pages)} pages={pages} hrefFor={hrefFor} />
            </>
          )
        }
      </QueryResult>
    </AdminPage>
  )
}

function SearchForm({ q, status }: { q: string; status: number | undefined }) {
  const form = useForm({ defaultValues: { text: q, status: String(status ?? '') } })
  const navigate = useNavigate()

  const show = form.handleSubmit((fields) => {
    const query = new URLSearchParams()
    if (fields.text.trim() !== '') query.set('q', fields.text.trim())
    if (fields.status !== '') query.set('status', fields.status)
    void navigate(`/admin/members${query.size > 0 ? `?${query}` : ''}`)
  })

  return (
    <search>
      <form onSubmit={show} className="flex flex-wrap items-end gap-3">
        <Field
          type="search"
          label="Name, email, number or city"
          className="grow-3 basis-64"
          maxLength={254}
          {...form.register('text')}
        />
        <Select
          label="Status"
          className="grow basis-40"
          placeholder="Any status"
          options={Object.entries(statusLabels).map(([value, label]) => ({ value, label }))}
          {...form.register('status', { onChange: () => show() })}
        />
        <Button type="submit" icon={Search} className="min-h-12">
          Search
        </Button>
      </form>
    </search>
  )
}
