import { deviceWords } from '@rosella/contract/access/device-labels'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router'
import type { Reply } from '../../platform/api'
import { roleIn, useSession } from '../../platform/session'
import { TimeAgo } from '../../platform/TimeAgo'
import { Avatar } from '../../ui/Avatar'
import { ButtonLink } from '../../ui/Button'
import { Tag } from '../../ui/Tag'
import { ActAsPanel } from './ActAsPanel'
import { AdminPage } from './AdminPage'
import { BannedLikenessPanel } from './BannedLikenessPanel'
import { CaseList } from './CaseList'
import { memberName } from './case-words'
import { History } from './History'
import { Loaded } from './Loaded'
import { MemberTags } from './MemberRow'
import { MemberStatusPanel } from './MemberStatusPanel'
import { NotesPanel } from './NotesPanel'
import { Facts, Panel } from './Panel'
import { PremiumPanel } from './PremiumPanel'
import { ProfilePanel } from './ProfilePanel'
import { RolePanel } from './RolePanel'
import { TwoColumns } from './TwoColumns'
import { PHOTO_ADDRESSES_REFRESH_MS, useAdminRead } from './use-admin'
import { date } from './when'

type Page = Reply<'GET /api/admin/member'>

export function MemberScreen() {
  const id = Number(useParams().id) || 0
  const read = useAdminRead('GET /api/admin/member', { id }, { refetchInterval: PHOTO_ADDRESSES_REFRESH_MS })
  return (
    <AdminPage
      title={read.data ? memberName(read.data.member) : `Member ${id}`}
      aside={read.data && <MemberTags member={read.data.member} />}
      actions={
        <ButtonLink to="/admin/members" tone="bare" icon={ArrowLeft}>
          All members
        </ButtonLink>
      }
    >
      <Loaded query={read}>{(page) => <Member key={id} {...page} />}</Loaded>
    </AdminPage>
  )
}

function Member({ member, profile, photos, sessions, reports, refused_pages, like_banned, history }: Page) {
  const session = useSession()
  const isSelf = session?.id === member.id
  const forAdmin = roleIn(session) === 'admin'
  const about = reports.filter(({ member_id }) => member_id === member.id)
  const by = reports.filter(({ reporter_id }) => reporter_id === member.id)
  return (
    <TwoColumns
      facts={
        <>
          <AccountPanel member={member} refusedPages={refused_pages} />
          <BannedLikenessPanel found={like_banned} />
          <ProfilePanel name={memberName(member)} profile={profile} photos={photos} />
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Panel title="Reports about them">
              <CaseList cases={about} empty="Nobody has reported them." />
            </Panel>
            <Panel title="Reports by them">
              <CaseList cases={by} empty="They have reported nobody." />
            </Panel>
          </div>
          <Panel title="Sessions">
            <SessionList sessions={sessions} />
          </Panel>
        </>
      }
      deeds={
        <>
          <MemberStatusPanel member={member} isSelf={isSelf} />
          {forAdmin && <PremiumPanel member={member} />}
          <NotesPanel member={member} />
          {forAdmin && <RolePanel member={member} isSelf={isSelf} />}
          {forAdmin && <ActAsPanel member={member} isSelf={isSelf} />}
        </>
      }
      history={
        forAdmin && (
          <History
            title="History of decisions"
            entries={history}
            empty="No admin has decided anything about them."
          />
        )
      }
    />
  )
}

function AccountPanel({ member, refusedPages }: { member: Page['member']; refusedPages: number }) {
  const { id, email, email_confirmed, photo_url, created_ts, last_active_ts } = member
  return (
    <Panel title="Account">
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        <Avatar name={memberName(member)} photo={photo_url} size="large" />
        <Facts
          facts={[
            ['Number', String(id)],
            [
              'Email',
              <span key="email" className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {email}
                <Tag tone={email_confirmed ? 'gum' : 'plain'}>
                  {email_confirmed ? 'Verified' : 'Not verified'}
                </Tag>
              </span>,
            ],
            ['Joined', date(created_ts)],
            ['Last active', last_active_ts !== null && <TimeAgo key="active" at={last_active_ts * 1000} />],
            // Many look like scraping.
            ['Pages refused in 30 days', refusedPages > 0 && String(refusedPages)],
          ]}
        />
      </div>
    </Panel>
  )
}

function SessionList({ sessions }: { sessions: Page['sessions'] }) {
  if (sessions.length === 0) return <p className="text-muted">They are logged in nowhere.</p>
  return (
    <ul className="grid gap-2">
      {sessions.map(({ id, device, last_used_ts, created_ts, admin_id }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
          <span className="font-semibold">
            {deviceWords(device)}
            {admin_id !== null && <Tag className="ms-2">Admin {admin_id} acting as them</Tag>}
          </span>
          <span className="text-muted">
            Since {date(created_ts)}, last used <TimeAgo at={last_used_ts * 1000} />
          </span>
        </li>
      ))}
    </ul>
  )
}
