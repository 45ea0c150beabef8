import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import { ImageOff, Lock } from 'lucide-react'
import { accusedName } from './case-words'
import { Facts, Panel, Quote } from './Panel'
import { PhotoWall } from './PhotoWall'
import { profileFacts, profileTexts } from './profile-facts'
import { date } from './when'

/** The profile and its photos as they were when the report came in. */
export function EvidencePanel({ report }: { report: AdminReport }) {
  const { snapshot } = report
  if (!snapshot) return null
  const { profile, hash } = snapshot
  return (
    <Panel title="Profile when it was reported" aside={<Seal />}>
      {profile ? (
        <SealedProfile report={report} snapshot={snapshot} profile={profile} />
      ) : (
        <p className="text-muted">
          {accusedName(report)} had erased the account before the report. Its profile and photos are gone.
        </p>
      )}
      <p className="border-line border-t pt-3 text-muted text-xs">
        Sealed on arrival into a chain of SHA-256 hashes; nobody can change it unseen. This link of the chain:{' '}
        <code className="wrap-anywhere text-ink">{hash}</code>
      </p>
    </Panel>
  )
}

type Snapshot = NonNullable<AdminReport['snapshot']>
type SealedProfileProps = {
  report: AdminReport
  snapshot: Snapshot
  profile: NonNullable<Snapshot['profile']>
}

function SealedProfile({ report, snapshot: { photos, prompts }, profile }: SealedProfileProps) {
  const kept = photos.flatMap(({ filename, tmb_url, lg_url }) =>
    tmb_url !== null && lg_url !== null ? [{ filename, tmb_url, lg_url }] : [],
  )
  const lost = photos.length - kept.length
  return (
    <>
      {photos.length === 0 ? (
        <p className="text-muted">No photo could be seen by others.</p>
      ) : (
        <PhotoWall photos={kept} name={accusedName(report)} />
      )}
      {lost > 0 && (
        <p className="flex items-center gap-2 text-muted">
          <ImageOff aria-hidden="true" className="size-4.5 shrink-0" />
          {lost === 1 ? 'One photo could not be copied.' : `${lost} photos could not be copied.`}
        </p>
      )}
      <Facts
        facts={[
          ['Name', profile.username],
          ...profileFacts(profile, report.created_ts),
          ['Member since', date(profile.created_ts)],
        ]}
      />
      {[...profileTexts(profile), ...prompts.map(({ q, a }) => [q, a] as const)].map(([title, words]) => (
        <div key={title} className="grid gap-1">
          <h3 className="font-sans font-semibold text-muted text-sm tracking-normal">{title}</h3>
          <Quote>{words}</Quote>
        </div>
      ))}
    </>
  )
}

const Seal = () => (
  <span className="inline-flex items-center gap-1.5 font-semibold text-gum">
    <Lock aria-hidden="true" className="size-4" />
    Sealed
  </span>
)
