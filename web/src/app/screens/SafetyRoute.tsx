import { memberStatus } from '@rosella/contract/member/status'
import { DatesScreen } from '../../features/dates/DatesScreen'
import { safety } from '../../features/legal/documents/Safety'
import { LegalScreen } from '../../features/legal/LegalScreen'
import { ReportMember } from '../../features/safety/ReportDialog'
import { ReportGone } from '../../features/safety/ReportGone'
import { isImpersonating, useSession } from '../../platform/session/session'
import { ButtonLink } from '../../ui/Button'

export function SafetyRoute() {
  const isActive = useSession()?.status === memberStatus.active && !isImpersonating()
  return (
    <LegalScreen
      {...safety(
        isActive ? (
          <ReportGone />
        ) : (
          // The settings ask for a log-in and then show the same form.
          <ButtonLink tone="quiet" to="/settings#reports">
            Report someone I can no longer see
          </ButtonLink>
        ),
      )}
    />
  )
}

/** Here, because an uncomfortable date leads to the same report form. */
export const DatesRoute = () => <DatesScreen Report={ReportMember} />
