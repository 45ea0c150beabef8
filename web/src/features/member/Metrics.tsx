import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { countryName } from '@rosella/contract/places/countries'
import { sentences } from '@rosella/contract/problems'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { type Metric, metricTables } from './metrics'

/** The member in facts: three small tables, side by side where there is room. */
export function Metrics({ member }: { member: MemberProfile }) {
  const tables = metricTables(member, Math.floor(Date.now() / 1000), countryName)
  return (
    <section aria-label="Facts" className="grid gap-5 xl:grid-cols-2">
      {tables.map(({ title, metrics }) => (
        <table
          key={title}
          className="petal block h-fit bg-surface px-6 py-4 inset-ring inset-ring-line xl:last:col-span-2"
        >
          <caption className="block pb-1 text-start font-bold font-display text-xl">{title}</caption>
          <tbody className="block divide-y divide-line">
            {metrics.map((metric) => (
              <Row key={metric.label} metric={metric} />
            ))}
          </tbody>
        </table>
      ))}
    </section>
  )
}

function Row({ metric: { label, words, country } }: { metric: Metric }) {
  return (
    <tr className="flex flex-wrap justify-between gap-x-6 py-2">
      <th scope="row" className="text-start font-normal text-muted">
        {label}
      </th>
      <td className="wrap-anywhere min-w-0 whitespace-pre-wrap text-start font-semibold">
        {country && <Flag code={country} />}
        {words || (
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
