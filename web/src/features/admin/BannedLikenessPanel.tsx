import type { BannedLikeness } from '@rosella/contract/admin/shapes'
import { Link } from 'react-router'
import { Panel } from './Panel'

const what: Record<BannedLikeness['by'], (detail: string) => string> = {
  photo: (bits) => (bits === '0' ? 'A photo is the same' : `A photo looks alike (${bits} of 64 bits differ)`),
  text: (field) => `Nearly the same text (${field.replaceAll('_', ' ')})`,
  mailbox: (address) => `The same mailbox (${address})`,
}

/** Something to look at, and no more: people look alike, and share words. Nothing is shown where nothing is alike. */
export function BannedLikenessPanel({ found }: { found: readonly BannedLikeness[] }) {
  if (found.length === 0) return null
  return (
    <Panel title="Alike with banned accounts">
      <ul className="grid gap-2">
        {found.map(({ member_id, username, by, detail }) => (
          <li
            key={`${by} ${member_id} ${detail}`}
            className="flex flex-wrap items-center justify-between gap-x-4"
          >
            <span className="font-semibold">{what[by](detail)}</span>
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
