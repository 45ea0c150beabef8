import { SettingsCard } from '../../../ui/SettingsCard'
import { LimitsForm } from './LimitsForm'

export function LimitsCard() {
  return (
    <SettingsCard title="My limits">
      <p className="text-muted">
        You see people inside your limits, and only those whose own limits take you in. Nobody is told what
        yours are. Likes, roses and messages you already have stay where they are.
      </p>
      <LimitsForm />
    </SettingsCard>
  )
}
