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
import { useAdminRead, usePage } from '../use-admin'
import { AuditList, MemberLink } from './AuditList'

/** Everything admins did, the newest first; of one member with ?member=, found by name with ?find=. */
export function AuditScreen() {
  const { page, hrefFor, search } = usePage()
  const member = Number(search.get('member')) || undefined
  const find = search.get('find') ?? ''
  return (
    <AdminPage
      title="Audit"
      aside={member ? `member ${member} only` : 'what admins did, newest first'}
      actions={<Filter key={`${member} ${find}`} member={member} find={find} />}
    >
      {find !== '' && <Found find={find} />}
      {find === '' && <Entries member={member} page={page} hrefFor={hrefFor} />}
    </AdminPage>
  )
}

type EntriesProps = { member: number | undefined; page: number; hrefFor: (page: number) => string }

function Entries({ member, page, hrefFor }: EntriesProps) {
  const log = useAdminRead('GET /api/admin/audit', { p: page, member_id: member })
  return (
    <QueryResult query={log}>
      {({ items, pages }) =>
        items.length === 0 ? (
          <EmptyState
            title="Nothing here yet"
            icon={ScrollText}
            action={member && <ButtonLink to="/admin/audit">Show everything</ButtonLink>}
          >
            {member ? 'No admin has done anything to this member.' : 'What admins do is written down here.'}
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
    const words = fields.member.trim()
    if (words === '') void navigate('/admin/audit')
    else void navigate(`?${new URLSearchParams(/^\d+$/.test(words) ? { member: words } : { find: words })}`)
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

/** Several members may have the name: which one? */
function Found({ find }: { find: string }) {
  const members = useAdminRead('GET /api/admin/members', { q: find, p: 1 })
  return (
    <QueryResult query={members}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title="No such member" icon={ScrollText}>
            Nobody is found by “{find}”.
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
