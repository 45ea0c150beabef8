import type { AdminPhoto } from '@rosella/contract/admin/shapes'
import { Tag } from '../../ui/Tag'
import { Facts, Panel, Quote } from './Panel'
import { PhotoWall } from './PhotoWall'
import { profileFacts, profileTexts } from './profile-facts'

type Answer = { q: string; a: string; active: boolean }
type ProfilePanelProps = { name: string; profile: unknown; photos: readonly AdminPhoto[] }

/** What the member shows of themselves now, with every photo and its state. */
export function ProfilePanel({ name, profile, photos }: ProfilePanelProps) {
  const said = profile as Record<string, unknown> & { prompts: Answer[] }
  const answers = said.prompts.map(({ q, a, active }) => [active ? q : `${q} (hidden)`, a] as const)
  return (
    <>
      <Panel title="Photos" aside={<span className="text-muted">{photos.length}</span>}>
        {photos.length === 0 ? (
          <p className="text-muted">There are none.</p>
        ) : (
          <PhotoWall
            name={name}
            photos={photos.map((photo) => ({ ...photo, mark: <PhotoMark photo={photo} /> }))}
          />
        )}
      </Panel>
      <Panel title="Profile">
        <Facts facts={profileFacts(said, Date.now() / 1000)} />
        {[...profileTexts(said), ...answers].map(([title, words]) => (
          <div key={title} className="grid gap-1">
            <h3 className="font-sans font-semibold text-muted text-sm tracking-normal">{title}</h3>
            <Quote>{words}</Quote>
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
