import { dayStart } from '@rosella/contract/admin/site-days'
import Download from 'lucide-react/icons/download'
import ScrollText from 'lucide-react/icons/scroll-text'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { Reply } from '../../../platform/api'
import { download } from '../../../platform/download'
import { showToast } from '../../../platform/toast'
import { Button, ButtonLink } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { Field } from '../../../ui/forms/Field'
import { Select } from '../../../ui/forms/Select'
import { Pager } from '../../../ui/Pager'
import { AdminPage } from '../AdminPage'
import { QueryResult } from '../QueryResult'
import { useAdminQuery, usePage } from '../use-admin'
import { AuditList, MemberLink } from './AuditList'
import { auditActions } from './audit-labels'
import { isDay } from './periods'

const names = ['staff', 'action', 'member', 'find', 'from', 'to'] as const
type Fields = Record<(typeof names)[number], string>

const hrefOf = (fields: Partial<Fields>): string =>
  `?${new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''))}`

/** The filters as the call takes them; the days are those of the site's time zone. */
const filtersOf = ({ staff, action, member, from, to }: Fields) => ({
  admin_id: Number(staff) || undefined,
  action: action || undefined,
  member_id: Number(member) || undefined,
  from: isDay(from) ? dayStart(from) : undefined,
  to: isDay(to) ? dayStart(to, 1) : undefined,
})

/** Staff actions, newest first. The URL holds the filters; `?find=` searches for a member by name. */
export function AuditScreen() {
  const { page, hrefFor, search } = usePage()
  const fields = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Fields
  const log = useAdminQuery('GET /api/admin/audit', { p: page, ...filtersOf(fields) })
  const isFiltered = names.some((name) => fields[name] !== '')
  const { find, ...rest } = fields
  return (
    <AdminPage title="Audit" aside="staff actions, newest first" actions={<CsvButton fields={fields} />}>
      <FilterForm
        key={hrefOf(fields)}
        fields={fields}
        staff={log.data?.staff ?? []}
        isFiltered={isFiltered}
      />
      {find !== '' ? (
        <FoundMembers find={find} hrefOf={(member) => hrefOf({ ...rest, member: String(member) })} />
      ) : (
        <QueryResult query={log}>
          {({ items, pages }) =>
            items.length === 0 ? (
              <EmptyState
                title={isFiltered ? 'Nothing found' : 'Nothing here yet'}
                icon={ScrollText}
                action={isFiltered && <ButtonLink to="/admin/audit">Show everything</ButtonLink>}
              >
                {isFiltered ? 'No staff action fits these filters.' : 'Staff actions are recorded here.'}
              </EmptyState>
            ) : (
              <>
                <AuditList entries={items} label="Audit log" />
                <Pager page={Math.min(page, pages)} pages={pages} hrefFor={hrefFor} />
              </>
            )
          }
        </QueryResult>
      )}
    </AdminPage>
  )
}

function CsvButton({ fields }: { fields: Fields }) {
  const [pending, setPending] = useState(false)
  async function save() {
    setPending(true)
    const given = Object.entries(filtersOf(fields)).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    await download(`/api/admin/audit-csv?${query}`, 'audit.csv').catch((error: Error) =>
      showToast('danger', error.message),
    )
    setPending(false)
  }
  return (
    <Button tone="quiet" icon={Download} onClick={() => void save()} pending={pending}>
      Download CSV
    </Button>
  )
}

type FilterFormProps = {
  fields: Fields
  staff: Reply<'GET /api/admin/audit'>['staff']
  isFiltered: boolean
}

function FilterForm({ fields, staff, isFiltered }: FilterFormProps) {
  const navigate = useNavigate()
  const { find, member, ...rest } = fields
  const form = useForm({ defaultValues: { ...rest, text: member || find } })
  const { errors } = form.formState
  const show = form.handleSubmit(({ text, ...chosen }) => {
    const wanted = text.trim()
    void navigate(hrefOf({ ...chosen, ...(/^\d+$/.test(wanted) ? { member: wanted } : { find: wanted }) }))
  })
  return (
    <search>
      <form onSubmit={show} className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Select
          label="Staff member"
          placeholder="Anyone"
          options={staff.map(({ id, name }) => ({ value: String(id), label: name ?? `member ${id}` }))}
          // The options arrive later than the form.
          key={staff.length}
          {...form.register('staff', { onChange: () => show() })}
        />
        <Select
          label="Action"
          placeholder="Any action"
          options={auditActions}
          {...form.register('action', { onChange: () => show() })}
        />
        <Field
          label="Member"
          type="search"
          placeholder="Name or number"
          maxLength={254}
          {...form.register('text')}
        />
        <Field label="From" type="date" {...form.register('from', { deps: 'to' })} />
        <Field
          label="To"
          type="date"
          error={errors.to?.message}
          {...form.register('to', {
            validate: (last, { from }) =>
              last === '' || from === '' || last >= from || 'The first day is after the last.',
          })}
        />
        <div className="flex flex-wrap gap-2 sm:pt-6.5">
          <Button type="submit" tone="quiet" icon={Search} className="min-h-12">
            Show
          </Button>
          {isFiltered && (
            <ButtonLink to="/admin/audit" tone="bare" icon={X} className="min-h-12">
              Clear
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  )
}

type FoundMembersProps = { find: string; hrefOf: (member: number) => string }

function FoundMembers({ find, hrefOf }: FoundMembersProps) {
  const members = useAdminQuery('GET /api/admin/members', { q: find, p: 1 })
  return (
    <QueryResult query={members}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title="No such member" icon={ScrollText}>
            Nobody matches “{find}”.
          </EmptyState>
        ) : (
          <ul className="petal-md divide-y divide-line bg-surface inset-ring inset-ring-line">
            {items.map(({ id, username, email, city }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 px-4 py-2">
                <MemberLink id={id} name={username} />
                <span className="min-w-0 break-words text-muted">
                  {[email, city].filter(Boolean).join(' · ')}
                </span>
                <ButtonLink to={hrefOf(id)} tone="quiet" className="ms-auto">
                  Show what was done
                </ButtonLink>
              </li>
            ))}
          </ul>
        )
      }
    </QueryResult>
  )
}
