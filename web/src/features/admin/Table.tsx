import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'

type Column = string | { label: string; end?: boolean }

type TableProps = {
  /** Names the table for assistive technology. */
  label: string
  columns: readonly Column[]
  /** `Row` elements. */
  children: ReactNode
}

const columnLabel = (column: Column): string => (typeof column === 'string' ? column : column.label)
const isEnd = (column: Column): boolean => typeof column !== 'string' && column.end === true

/** A dense table. If it is wider than the screen, it scrolls and the page does not. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
      tabIndex={0}
      className="petal-md relative overflow-x-auto bg-surface inset-ring inset-ring-line"
    >
      <table className="w-full border-collapse text-start">
        <thead>
          <tr className="border-line border-b">
            {columns.map((column) => (
              <th
                key={columnLabel(column)}
                scope="col"
                className={cx(
                  'whitespace-nowrap px-3 py-2.5 font-semibold text-muted text-xs first:ps-4 last:pe-4',
                  isEnd(column) ? 'text-end' : 'text-start',
                )}
              >
                {columnLabel(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

export function Row({ children, className }: { children: ReactNode; className?: string }) {
  return <tr className={cx('border-line not-last:border-b align-top', className)}>{children}</tr>
}

/** `end` for numbers; `head` if the cell names its row. */
export function Cell({
  children,
  end,
  head,
  className,
}: {
  children?: ReactNode
  end?: boolean
  head?: boolean
  className?: string
}) {
  const classes = cx(
    'px-3 py-2.5 first:ps-4 last:pe-4',
    end ? 'text-end tabular-nums' : 'text-start',
    head && 'font-semibold',
    className,
  )
  return head ? (
    <th scope="row" className={classes}>
      {children}
    </th>
  ) : (
    <td className={classes}>{children}</td>
  )
}
