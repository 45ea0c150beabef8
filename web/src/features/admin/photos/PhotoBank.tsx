import { useState } from 'react'
import type { Reply } from '../../../platform/api'
import { roleIn, useSession } from '../../../platform/session/session'
import { Button } from '../../../ui/Button'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { QueryResult } from '../QueryResult'
import { Cell, Row, Table } from '../Table'
import { useAdminAction, useAdminQuery } from '../use-admin'
import { formatNumber } from '../when'

type Source = Reply<'GET /api/admin/photo-bank'>['sources'][number]

const columns = ['Source', ...['Entries', 'Upheld', 'Dismissed'].map((label) => ({ label, end: true }))]

/** The bank of known photos by source, and how often moderators agreed with each. */
export function PhotoBank() {
  const bank = useAdminQuery('GET /api/admin/photo-bank', {})
  const forAdmin = roleIn(useSession()) === 'admin'
  return (
    <QueryResult query={bank}>
      {({ sources }) => (
        <>
          <Table label="Known photos" columns={forAdmin ? [...columns, 'Action'] : columns}>
            {sources.map((source) => (
              <SourceRow key={source.source} source={source} forAdmin={forAdmin} />
            ))}
          </Table>
          <p className="max-w-prose text-muted">
            Each photo of an account banned for a scam adds eight entries: hashes of the whole picture, its
            mirror image and six crops. No picture is kept. Upheld: a photo that looked like one from this
            source was rejected. Dismissed: it was approved.
          </p>
        </>
      )}
    </QueryResult>
  )
}

function SourceRow({
  source: { source, entries, upheld, dismissed },
  forAdmin,
}: {
  source: Source
  forAdmin: boolean
}) {
  const [isAsking, setAsking] = useState(false)
  const remove = useAdminAction('POST /api/admin/photo-bank-remove', { done: 'Removed!' })
  return (
    <Row>
      <Cell head className="wrap-anywhere min-w-36">
        {source ?? 'This site'}
      </Cell>
      <Cell end>{formatNumber(entries)}</Cell>
      <Cell end>{formatNumber(upheld)}</Cell>
      <Cell end>{formatNumber(dismissed)}</Cell>
      {forAdmin && (
        <Cell>
          {source !== null && (
            <>
              <Button tone="quiet" onClick={() => setAsking(true)}>
                Remove
              </Button>
              <ConfirmDialog
                open={isAsking}
                onClose={() => setAsking(false)}
                onConfirm={() => remove.mutate({ source }, { onSettled: () => setAsking(false) })}
                title={`Remove everything from ${source}?`}
                confirmLabel="Remove"
                pending={remove.isPending}
              >
                {`The bank loses ${entries === 1 ? 'one entry' : `${formatNumber(entries)} entries`}. You can import the file again.`}
              </ConfirmDialog>
            </>
          )}
        </Cell>
      )}
    </Row>
  )
}
