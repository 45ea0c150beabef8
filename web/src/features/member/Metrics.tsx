import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { countryName } from '@rosella/contract/places/countries'
import { sentences } from '@rosella/contract/sentences'
import { cx } from '../../ui/cx'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { Interests } from './Interests'
import { type Metric, metricTables } from './metrics'

/** The member in facts: three small tables, side by side where there is room. */
export function Metrics({ member }: { member: MemberProfile }) {
  const tables = metricTables(member, Math.floor(Date.now() / 1000), countryName)
  return (
    <section aria-label="Facts" className="grid gap-5 xl:grid-cols-2">
      {tables.map(({ title, metrics }) => (
        <div
          key={title}
          className="petal h-fit bg-surface px-5 py-4 inset-ring inset-ring-line xl:last:col-span-2"
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
    </section>
  )
}

function Row({ metric: { label, words, country, long, tags = [], sharedTags = [] } }: { metric: Metric }) {
  return (
    <tr className="border-line not-last:border-b align-top">
      <th scope="row" className="py-2 pe-4 text-start font-normal text-muted">
        {label}
      </th>
      <td
        className={cx(
          'wrap-anywhere whitespace-pre-wrap py-2 font-semibold',
          (long && words !== '') || tags.length > 0 ? 'text-start' : 'text-balance text-end',
        )}
      >
        {country && <Flag code={country} />}
        {tags.length > 0 && <Interests tags={tags} shared={sharedTags} />}
        {words || tags.length > 0 ? (
          words
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

/** The name stands beside it. */
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
