import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { tagLabel } from '@rosella/contract/profile/lists'
import { sentences } from '@rosella/contract/sentences'
import Check from 'lucide-react/icons/check'
import Reply from 'lucide-react/icons/reply'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { useIsPhone } from '../../ui/use-media'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { answeredOnly, type Metric, metricTables } from './metrics'

/** Puts the tags that both members have first, and keeps the order otherwise. */
export function sharedFirst(tags: readonly string[], shared: readonly string[]) {
  const marked = tags.map((tag) => ({ tag, isShared: shared.includes(tag) }))
  return [...marked.filter(({ isShared }) => isShared), ...marked.filter(({ isShared }) => !isShared)]
}

export function Interests({ tags, shared }: { tags: string[]; shared: string[] }) {
  return (
    <ul className="mb-2 flex flex-wrap gap-2">
      {sharedFirst(tags, shared).map(({ tag, isShared }) => (
        <li
          key={tag}
          className={cx(
            'petal-sm inline-flex min-h-8 items-center gap-1.5 px-3 font-semibold text-sm',
            isShared ? 'bg-wattle-soft text-on-wattle-soft' : 'bg-sunken text-ink',
          )}
        >
          {isShared && <Check aria-hidden="true" strokeWidth={3} className="-ms-0.5 size-3.5" />}
          {tagLabel(tag)}
          {isShared && <VisuallyHidden> (you too)</VisuallyHidden>}
        </li>
      ))}
    </ul>
  )
}

type DetailsProps = { member: MemberProfile; onReply?: (prompt: string) => void }

/** The prompts and facts, far down the profile. */
export function Details({ member, onReply }: DetailsProps) {
  return (
    <>
      <Discuss prompts={member.dp} onReply={onReply} />
      <Metrics member={member} />
    </>
  )
}

type DiscussProps = {
  prompts: { q: string; a: string }[]
  /** Quotes the prompt in the chat. Undefined without a chat. */
  onReply?: (prompt: string) => void
}

/** The prompts the member answered, styled like messages because the viewer can reply to them. */
function Discuss({ prompts, onReply }: DiscussProps) {
  if (prompts.length === 0) return null
  return (
    <section id="dp" className="grid scroll-mt-4 gap-4">
      <h2 className="text-2xl">Discuss</h2>
      <ul className="grid gap-6">
        {prompts.map(({ q, a }) => (
          <li key={q} className="grid justify-items-start gap-2">
            <h3 dir="auto" className="font-sans font-semibold text-base text-muted tracking-normal">
              {q}
            </h3>
            <p
              dir="auto"
              className="petal wrap-anywhere max-w-full whitespace-pre-wrap bg-surface px-6 py-4 inset-ring inset-ring-line"
            >
              {a}
            </p>
            {onReply && (
              <Button tone="bare" icon={Reply} onClick={() => onReply(q)} className="-ms-2">
                Reply to this
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The member's facts in three small tables. */
function Metrics({ member }: { member: MemberProfile }) {
  const isPhone = useIsPhone()
  const all = metricTables(member, Math.floor(Date.now() / 1000))
  const tables = isPhone ? answeredOnly(all) : all
  return (
    <section aria-label="Facts" className="@container">
      <div className="grid @xl:grid-cols-2 gap-5">
        {tables.map(({ title, metrics }) => (
          <div
            key={title}
            className="petal @xl:last:col-span-2 h-fit bg-surface px-5 py-4 inset-ring inset-ring-line"
          >
            <table className="w-full border-collapse">
              <caption className="pb-1 text-start font-bold font-display text-xl">{title}</caption>
              <tbody>
                {metrics.map((metric) => (
                  <Row key={metric.label} metric={metric} />
                ))}
              </tbody>
            </table>
          </div>
        ))}
      </div>
    </section>
  )
}

function Row({ metric: { label, text, country, long, tags = [], sharedTags = [] } }: { metric: Metric }) {
  return (
    <tr className="border-line not-last:border-b align-top">
      <th scope="row" className="py-2 pe-4 text-start font-normal text-muted">
        {label}
      </th>
      <td
        dir={long ? 'auto' : undefined}
        className={cx(
          'wrap-anywhere whitespace-pre-wrap py-2 font-semibold',
          (long && text !== '') || tags.length > 0 ? 'text-start' : 'text-balance text-end',
        )}
      >
        {country && <Flag code={country} />}
        {tags.length > 0 && <Interests tags={tags} shared={sharedTags} />}
        {text || tags.length > 0 ? (
          <bdi>{text}</bdi>
        ) : (
          <>
            <span aria-hidden="true" className="font-normal text-muted">
              –
            </span>
            <VisuallyHidden>{sentences.noAnswer}</VisuallyHidden>
          </>
        )}
      </td>
    </tr>
  )
}

/** Decorative, because the country's name is next to it. */
function Flag({ code }: { code: string }) {
  return (
    <img
      src={`/flags/${code}.svg`}
      alt=""
      width={24}
      height={16}
      className="me-2 inline-block h-4 w-6 rounded-xs align-[-0.125em] ring-1 ring-line"
    />
  )
}
