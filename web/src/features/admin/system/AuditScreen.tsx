import ScrollText from 'lucide-react/icons/scroll-text'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { Field } from '../../../ui/forms/Field'
import { Pager } from '../../../ui/Pager'
import { AdminPage } from '../AdminPage'
import { QueryResult } from '../QueryResult'
import { useAdminQuery, usePage } from '../use-admin'
import { AuditList, MemberLink } from './AuditList'

/** Admin actions, newest first. `?member=` shows one member's, and `?find=` searches for a member by name. */
export function AuditScreen() {
  const { page, hrefFor, search } = usePage()
  const member = Number(search.get('member')) || undefined
  const find = search.get('find') ?? ''
  return (
    <AdminPage
      title="Audit"
      aside={member ? `member ${member} only` : 'staff actions, newest first'}
      actions={<Filter key={`${member} ${find}`} member={member} find={find} />}
    >
      {find !== '' && <FoundMembers find={find} />}
      {find === '' && <Entries member={member} page={page} hrefFor={hrefFor} />}
    </AdminPage>
  )
}

type EntriesProps = { member: number | undefined; page: number; hrefFor: (page: number) => string }

function Entries({ member, page, hrefFor }: EntriesProps) {
  const log = useAdminQuery('GET /api/admin/audit', { p: page, member_id: member })
  return (
    <QueryResult query={log}>
      {({ items, pages }) =>
        items.length === 0 ? (
          <EmptyState
            title="Nothing here yet"
            icon={ScrollText}
            action={member && <ButtonLink to="/admin/audit">Show everything</ButtonLink>}
          >
            {member ? 'There are no staff actions on this member.' : 'Staff actions are recorded here.'}
          </EmptyState>
        ) : (
          <>
            <AuditList entries={items} label="Audit log" />
            <Pager page={Math.min(page, pages)} pages={pages} hrefFor={hrefFor} />
          </>
        )
      }
    </QueryResult>
  )
}

function Filter({ member, find }: { member: number | undefined; find: string }) {
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { member: String(member ?? find) } })
  function show(fields: { member: string }) {
    const text = fields.member.trim()
    if (text === '') void navigate('/admin/audit')
    else void navigate(`?${new URLSearchParams(/^\d+$/.test(text) ? { member: text } : { find: text })}`)
  }
  return (
    <form onSubmit={form.handleSubmit(show)} className="flex flex-wrap items-center gap-2">
      <Field
        label="Member"
        labelHidden
        type="search"
        placeholder="Name or number"
        maxLength={254}
        {...form.register('member')}
      />
      <Button type="submit" tone="quiet" icon={Search}>
        Show
      </Button>
      {(member !== undefined || find !== '') && (
        <ButtonLink to="/admin/audit" tone="bare" icon={X}>
          Clear
        </ButtonLink>
      )}
    </form>
  )
}

function FoundMembers({ find }: { find: string }) {
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
                <ButtonLink to={`?member=${id}`} tone="quiet" className="ms-auto">
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
