import { Ban, EllipsisVertical, Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLoadSoon } from '../../platform/load-soon'
import { Button } from '../../ui/Button'
import { Menu } from '../../ui/Menu'
import type { OpenDialog, SafetyDialogsProps } from './SafetyDialogs'

// Seldom needed, and there before anybody has found the menu.
const loadDialogs = () => import('./SafetyDialogs')
const SafetyDialogs = lazy(async () => ({ default: (await loadDialogs()).SafetyDialogs }))

type SafetyMenuProps = Omit<SafetyDialogsProps, 'open' | 'onOpen'> & { reported: boolean }

/** Block and report: behind three dots on a profile; reporting alone is left once the member is blocked. */
export function SafetyMenu({ member, reasons, blocked, reported, onBlocked, onReported }: SafetyMenuProps) {
  const [open, setOpen] = useState<OpenDialog>()
  useLoadSoon(loadDialogs)
  return (
    <>
      {!blocked && (
        <Menu
          label="Block or report"
          className="size-11 shrink-0 place-items-center hover:bg-sunken"
          items={[
            {
              label: 'Block user',
              hint: 'You no longer see each other.',
              icon: Ban,
              onSelect: () => setOpen('block'),
            },
            {
              label: 'Report user',
              hint: 'Our team has a look. They are not told.',
              icon: Flag,
              onSelect: () => setOpen('report'),
            },
          ]}
        >
          <EllipsisVertical aria-hidden="true" />
        </Menu>
      )}
      {blocked && !reported && (
        <Button icon={Flag} onClick={() => setOpen('report')}>
          Report user
        </Button>
      )}
      {open !== undefined && (
        <Suspense>
          <SafetyDialogs
            open={open}
            onOpen={setOpen}
            {...{ member, reasons, blocked, onBlocked, onReported }}
          />
        </Suspense>
      )}
    </>
  )
}
