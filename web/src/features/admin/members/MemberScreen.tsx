import { deviceLabel } from '@rosella/contract/access/device-labels'
import type { AdminMember, AdminPhoto, BannedLikeness } from '@rosella/contract/admin/shapes'
import { sentences } from '@rosella/contract/sentences'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Controller, useForm } from 'react-hook-form'
import { Link, useParams } from 'react-router'
import type { Reply } from '../../../platform/api'
import { roleIn, useSession } from '../../../platform/session/session'
import { submitForm } from '../../../platform/submit-form'
import { TimeAgo } from '../../../platform/TimeAgo'
import { Button, ButtonLink } from '../../../ui/Button'
import { TextArea } from '../../../ui/forms/TextArea'
import { Avatar } from '../../../ui/member/Avatar'
import { Tag } from '../../../ui/Tag'
import { AdminPage, TwoColumns } from '../AdminPage'
import { CaseList } from '../cases/CaseList'
import { memberName } from '../cases/case-labels'
import { History } from '../cases/History'
import { Facts, Panel, Quote } from '../Panel'
import { PhotoWall } from '../photos/PhotoWall'
import { QueryResult } from '../QueryResult'
import { PHOTO_URLS_REFRESH_MS, useAdminAction, useAdminQuery } from '../use-admin'
import { date } from '../when'
import { ActAsPanel } from './ActAsPanel'
import { BadgePanel } from './BadgePanel'
import { MemberTags } from './MemberRow'
import { MemberStatusPanel } from './MemberStatusPanel'
import { PremiumPanel } from './PremiumPanel'
import { profileFacts, profileTexts } from './profile-facts'
import { RolePanel } from './RolePanel'

const likenessLabels: Record<BannedLikeness['by'], (detail: string) => string> = {
  photo: (bits) => (bits === '0' ? 'Same photo' : `Similar photo (${bits} of 256 bits differ)`),
  text: (field) => `Nearly the same text (${field.replaceAll('_', ' ')})`,
  mailbox: (address) => `Same mailbox (${address})`,
}

/** A hint and no proof, because people look alike and use the same phrases. Hidden if nothing matches. */
export function BannedLikenessPanel({ found }: { found: readonly BannedLikeness[] }) {
  if (found.length === 0) return null
  return (
    <Panel title="Similar to banned accounts">
      <ul className="grid gap-2">
        {found.map(({ member_id, username, by, detail }) => (
          <li
            key={`${by} ${member_id} ${detail}`}
            className="flex flex-wrap items-center justify-between gap-x-4"
          >
            <span className="font-semibold">{likenessLabels[by](detail)}</span>
            <span className="text-muted">
              {username === null || member_id === null ? (
                'an erased account'
              ) : (
                <Link to={`/admin/members/${member_id}`} className="underline underline-offset-4">
                  {username}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const NOTES_CHARACTERS = 5000

/** Staff notes about a member. */
export function NotesPanel({ member: { id, notes = '' } }: { member: AdminMember }) {
  // Show what another admin has saved meanwhile, unless this one is typing.
  const form = useForm({ values: { notes }, resetOptions: { keepDirtyValues: true } })
  const { isDirty, isSubmitting } = form.formState
  const save = useAdminAction('POST /api/admin/member', { done: sentences.saved })

  async function send(fields: { notes: string }) {
    await save.mutateAsync({ id, ...fields })
    form.reset(fields)
  }

  return (
    <Panel title="Notes">
      <form onSubmit={submitForm(form, send)} className="grid gap-3.5">
        <Controller
          control={form.control}
          name="notes"
          render={({ field }) => (
            <TextArea
              label="Notes about the member"
              labelHidden
              hint="Only admins and moderators can read these."
              limit={NOTES_CHARACTERS}
              maxLength={NOTES_CHARACTERS}
              {...field}
            />
          )}
        />
        <Button type="submit" className="justify-self-start" disabled={!isDirty} pending={isSubmitting}>
          Save notes
        </Button>
      </form>
    </Panel>
  )
}

type Answer = { q: string; a: string; active: boolean }
type ProfilePanelProps = { name: string; profile: unknown; photos: readonly AdminPhoto[] }

/** The member's current profile, and every photo with its state. */
export function ProfilePanel({ name, profile, photos }: ProfilePanelProps) {
  const fields = profile as Record<string, unknown> & { prompts: Answer[] }
  const answers = fields.prompts.map(({ q, a, active }) => [active ? q : `${q} (hidden)`, a] as const)
  return (
    <>
      <Panel title="Photos" aside={<span className="text-muted">{photos.length}</span>}>
        {photos.length === 0 ? (
          <p className="text-muted">No photos.</p>
        ) : (
          <PhotoWall
            name={name}
            photos={photos.map((photo) => ({ ...photo, mark: <PhotoMark photo={photo} /> }))}
          />
        )}
      </Panel>
      <Panel title="Profile">
        <Facts facts={profileFacts(fields, Date.now() / 1000)} />
        {[...profileTexts(fields), ...answers].map(([title, text]) => (
          <div key={title} className="grid gap-1">
            <h3 className="font-sans font-semibold text-muted text-sm tracking-normal">{title}</h3>
            <Quote>{text}</Quote>
          </div>
        ))}
      </Panel>
    </>
  )
}

function PhotoMark({ photo: { approved, reject_reason } }: { photo: AdminPhoto }) {
  if (approved === null) return <Tag tone="wattle">Waiting</Tag>
  if (approved) return <Tag tone="gum">Approved</Tag>
  return (
    <>
      <Tag tone="danger">Rejected</Tag>
      {reject_reason && <span className="text-muted text-xs">{reject_reason}</span>}
    </>
  )
}

type Page = Reply<'GET /api/admin/member'>

export function MemberScreen() {
  const id = Number(useParams().id) || 0
  const read = useAdminQuery('GET /api/admin/member', { id }, { refetchInterval: PHOTO_URLS_REFRESH_MS })
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
      <QueryResult query={read}>{(page) => <Member key={id} {...page} />}</QueryResult>
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
              <CaseList cases={by} empty="They haven’t reported anyone." />
            </Panel>
          </div>
          <Panel title="Sessions">
            <SessionList sessions={sessions} />
          </Panel>
        </>
      }
      actions={
        <>
          <MemberStatusPanel member={member} isSelf={isSelf} forAdmin={forAdmin} />
          {forAdmin && <PremiumPanel member={member} />}
          <BadgePanel member={member} isSelf={isSelf} />
          {!isSelf && <NotesPanel member={member} />}
          {forAdmin && <RolePanel member={member} isSelf={isSelf} />}
          {forAdmin && <ActAsPanel member={member} isSelf={isSelf} />}
        </>
      }
      history={
        forAdmin && (
          <History
            title="History of decisions"
            entries={history}
            empty={
              isSelf ? 'You can’t see decisions about yourself.' : 'Nobody has made a decision about them.'
            }
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
        <Avatar name={memberName(member)} photo={photo_url ? { src: photo_url } : null} size="large" />
        <Facts
          facts={[
            ['Number', String(id)],
            [
              'Email',
              <span key="email" className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {email}
                <Tag tone={email_confirmed ? 'gum' : 'plain'}>
                  {email_confirmed ? 'Confirmed' : 'Not confirmed'}
                </Tag>
              </span>,
            ],
            ['Joined', date(created_ts)],
            ['Last active', last_active_ts !== null && <TimeAgo key="active" at={last_active_ts * 1000} />],
            // A high number suggests scraping.
            ['Pages refused in 30 days', refusedPages > 0 && String(refusedPages)],
          ]}
        />
      </div>
    </Panel>
  )
}

function SessionList({ sessions }: { sessions: Page['sessions'] }) {
  if (sessions.length === 0) return <p className="text-muted">They aren’t logged in anywhere.</p>
  return (
    <ul className="grid gap-2">
      {sessions.map(({ id, device, last_used_ts, created_ts, admin_id }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
          <span className="font-semibold">
            {deviceLabel(device)}
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
