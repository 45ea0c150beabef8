import Hand from 'lucide-react/icons/hand'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ComponentProps, useState } from 'react'
import { useSession } from '../../../platform/session/session'
import { TimeAgo } from '../../../platform/TimeAgo'
import { Banner } from '../../../ui/overlays/Banner'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { KeyButton } from '../KeyButton'
import { Panel } from '../Panel'
import { useAdminAction } from '../use-admin'
import { useKeys, useKeysOn } from '../use-keys'
import { DecisionForm } from './DecisionForm'

/** The decision on an open case. Only its assignee can make it. */
export function DeskPanel({ report, ...warning }: ComponentProps<typeof DecisionForm>) {
  const me = useSession()?.id
  const take = useAdminAction('POST /api/admin/report-take')
  const [asking, setAsking] = useState(false)
  const { assignee_id, taken_ts, own } = report
  const colleague = report.assignee ?? `Staff member ${assignee_id}`
  const act = (action: 'take' | 'take over' | 'give back') =>
    take.mutate({ report_id: report.id, action }, { onSettled: () => setAsking(false) })
  const [keysOn] = useKeysOn()
  const key = (letter: string) => (keysOn ? letter : undefined)
  useKeys(
    {
      t: () => {
        if (own || assignee_id === me || take.isPending) return
        if (assignee_id === null) act('take')
        else setAsking(true)
      },
      g: () => {
        if (assignee_id === me && !take.isPending) act('give back')
      },
    },
    keysOn,
  )

  if (own) {
    return (
      <Panel title="Decision">
        <Banner tone="wattle">
          You reported this member yourself, so you can’t act on this case. Another moderator will.
        </Banner>
      </Panel>
    )
  }
  if (assignee_id === null) {
    return (
      <Panel title="Decision">
        <p>Nobody has taken this case yet. Take it so that your colleagues know you’re on it.</p>
        <KeyButton
          letter={key('T')}
          icon={Hand}
          tone="gum"
          disabled={take.isPending}
          onClick={() => act('take')}
        >
          Take this case
        </KeyButton>
      </Panel>
    )
  }
  if (assignee_id !== me) {
    return (
      <Panel title="Decision">
        <p>
          <span className="font-semibold">{colleague}</span>{' '}
          {taken_ts === null ? (
            'has this case'
          ) : (
            <>
              took this case <TimeAgo at={taken_ts * 1000} />
            </>
          )}
          . Only they can decide it.
        </p>
        <KeyButton letter={key('T')} icon={Hand} onClick={() => setAsking(true)}>
          Take over
        </KeyButton>
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => act('take over')}
          title="Take over this case?"
          confirmLabel="Take over"
          tone="ink"
          pending={take.isPending}
        >
          {colleague} will no longer have it and can’t decide it. The history will show that you took it over.
        </ConfirmDialog>
      </Panel>
    )
  }
  return (
    <Panel
      title="Decision"
      aside={
        <div>
          <KeyButton
            letter={key('G')}
            icon={Undo2}
            disabled={take.isPending}
            onClick={() => act('give back')}
          >
            Give back
          </KeyButton>
        </div>
      }
    >
      <DecisionForm report={report} {...warning} />
    </Panel>
  )
}
