// biome-ignore-all lint/a11y/noRedundantRoles: laid out as cards, a table loses its own roles in Safari
import { kitTexts, useText } from '@tuma/kit/runtime'
import { type Key, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Blocks, isLong } from './blocks.tsx'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** Heads the card on a phone, without its label. */
  primary?: boolean
  /** What styles call it (`data-column`): `long` fills a line of a card, `plain` needs no label there. */
  name?: string
}

/**
 * A table where the list itself is wide enough, else each row is a card (`cards:` styles what differs). `label` says
 * what the rows are; `actions` are a row's buttons; `look` is what an area's own styles go by; `words` says how wide a table must be: few (of up
 * to three columns, where nothing is said) want 34rem, some 48, many 68, most 84. Long lists are drawn in part.
 */
export function DataList<Row>({
  label,
  rows,
  rowKey,
  columns,
  actions,
  actionsLabel,
  look,
  words = columns.length <= 3 ? 'few' : 'some',
}: {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  columns: readonly Column<Row>[]
  actions?: (row: Row) => ReactNode
  actionsLabel?: string
  look?: string
  words?: 'few' | 'some' | 'many' | 'most'
}) {
  const text = useText(kitTexts)
  const long = isLong(rows)
  const { table, widths } = useKeptWidths(long)
  const cells = columns.length + (actions ? 1 : 0)
  return (
    <div className="t-list-place" data-words={words} data-look={look}>
      <div className="t-list-frame">
        <table
          ref={table}
          className={widths ? 't-list table-fixed' : 't-list'}
          role="table"
          aria-label={label}
          aria-rowcount={long ? rows.length + 1 : undefined}
        >
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column, number) => (
                <th
                  key={column.header}
                  role="columnheader"
                  aria-colindex={number + 1}
                  scope="col"
                  data-align={column.align}
                  style={{ width: widths?.[number] }}
                >
                  {column.header}
                </th>
              ))}
              {actions ? (
                <th
                  role="columnheader"
                  aria-colindex={cells}
                  scope="col"
                  data-align="end"
                  style={{ width: widths?.[cells - 1] }}
                >
                  {actionsLabel ?? text('actions')}
                </th>
              ) : null}
            </tr>
          </thead>
          <Blocks
            as="tbody"
            role="rowgroup"
            rows={rows}
            gap={(height) => (
              <tr aria-hidden className="t-list-gap">
                <td colSpan={cells} style={{ height }} />
              </tr>
            )}
            row={(row, index) => (
              <tr key={rowKey(row)} role="row" aria-rowindex={long ? index + 2 : undefined}>
                {columns.map((column, number) => (
                  <td
                    key={column.header}
                    role="cell"
                    aria-colindex={number + 1} // where a look leaves one out, the others keep their headers
                    data-label={column.header}
                    data-align={column.align}
                    data-primary={column.primary}
                    data-column={column.name}
                  >
                    <div className="min-w-0">{column.cell(row)}</div>
                  </td>
                ))}
                {actions ? (
                  <td role="cell" aria-colindex={cells} data-actions="true">
                    <div className="t-row-actions">{actions(row)}</div>
                  </td>
                ) : null}
              </tr>
            )}
          />
        </table>
      </div>
    </div>
  )
}

/** The columns of a table whose rows come and go stay as wide as they were, until the window changes. */
function useKeptWidths(kept: boolean) {
  const table = useRef<HTMLTableElement>(null)
  const [widths, setWidths] = useState<string[]>()
  useLayoutEffect(() => {
    const shown = table.current
    if (!kept || widths || !shown || getComputedStyle(shown).display !== 'table') return
    const whole = shown.offsetWidth
    const headers = [...shown.querySelectorAll('th')]
    setWidths(headers.map(({ offsetWidth }) => `${(100 * offsetWidth) / whole}%`))
  }, [kept, widths])
  useEffect(() => {
    const forget = (): void => setWidths(undefined)
    addEventListener('resize', forget)
    return () => removeEventListener('resize', forget)
  }, [])
  return { table, widths: kept ? widths : undefined }
}
