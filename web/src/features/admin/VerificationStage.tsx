import type { AdminVerification } from '@rosella/contract/verification/moderation'
import { poseOf } from '@rosella/contract/verification/poses'
import { refusals } from '@rosella/contract/verification/rules'
import { TriangleAlert, UserRoundCheck } from 'lucide-react'
import { Link } from 'react-router'
import { TimeAgo } from '../../platform/TimeAgo'
import { Banner } from '../../ui/Banner'
import { PoseDrawing } from '../../ui/PoseDrawing'
import { dateTime } from './when'

const reasonLabel = (key: string): string => refusals.find((refusal) => refusal.key === key)?.label ?? key

/** What the camera showed and should have shown, and below it the photos it is compared with. */
export function VerificationStage({ verification }: { verification: AdminVerification }) {
  const { member_id, username, created_ts, until_ts, frames, photos, first, alike } = verification
  const name = username ?? `Member ${member_id}`
  return (
    <div className="grid min-w-0 content-start gap-4">
      <p className="text-muted">
        <Link
          to={`/admin/members/${member_id}`}
          className="font-semibold text-ink underline underline-offset-4"
        >
          {name}
        </Link>
        , sent <TimeAgo at={created_ts * 1000} />. Destroyed with the decision, or by {dateTime(until_ts)}.
      </p>
      {first && (
        <Banner tone="wattle" icon={UserRoundCheck}>
          {`${first.moderator ?? 'A colleague'} would refuse this: ${reasonLabel(first.reason)}. Yours is the second opinion, and decides.`}
        </Banner>
      )}
      {verification.photos_changed && (
        <Banner tone="wattle" icon={TriangleAlert}>
          The main photo has changed since these pictures were sent, so they cannot vouch for it.
        </Banner>
      )}
      {alike.length > 0 && (
        <Banner tone="wattle" icon={TriangleAlert}>
          {alike.map(({ frame, member_id: other, distance }) => (
            <p key={`${frame} ${other}`}>
              {`Picture ${frame + 1} looks like ${other === member_id ? 'one of their own photos' : `a picture of member ${other}`} (${distance} of 64 bits differ).`}
            </p>
          ))}
        </Banner>
      )}
      <ul aria-label="Pictures of the camera" className="grid gap-4 sm:grid-cols-2">
        {frames.map(({ lg_url, pose, words }, n) => {
          const drawing = poseOf(pose)
          return (
            <li key={pose} className="grid content-start gap-2">
              <div className="petal relative grid aspect-4/3 overflow-hidden bg-sunken">
                <img src={lg_url} alt={`Camera, pose ${n + 1}`} className="size-full object-contain" />
                {drawing && (
                  <PoseDrawing
                    hands={drawing.hands}
                    tilted={drawing.tilted}
                    className="petal-md absolute end-2 bottom-2 w-20 bg-surface/90 text-ink"
                  />
                )}
              </div>
              <p className="font-semibold">{words}</p>
            </li>
          )
        })}
      </ul>
      <h2 className="text-lg">Approved photos</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-3">
        {photos.map(({ filename, lg_url }, n) => (
          <li key={filename}>
            <img
              src={lg_url}
              alt={n === 0 ? `Main photo of ${name}` : `Photo of ${name}`}
              className="petal-md aspect-4/5 w-full bg-sunken object-contain"
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
