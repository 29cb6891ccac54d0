// biome-ignore-all lint/a11y/noRedundantRoles: laid out as cards, a table loses its own roles in Safari
import { kitTexts, useText } from '@tuma/kit/runtime'
import type { Key, ReactNode } from 'react'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** Heads the card on a phone, without its label. */
  primary?: boolean
}

/** A table on a desk; on a phone each row is a card. `label` says what the rows are; `actions` are a row's buttons. */
export function DataList<Row>({
  label,
  rows,
  rowKey,
  columns,
  actions,
  actionsLabel,
}: {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  columns: readonly Column<Row>[]
  actions?: (row: Row) => ReactNode
  actionsLabel?: string
}) {
  const text = useText(kitTexts)
  return (
    <div className="t-list-frame">
      <table className="t-list" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.header} role="columnheader" scope="col" data-align={column.align}>
                {column.header}
              </th>
            ))}
            {actions ? (
              <th role="columnheader" scope="col" data-align="end">
                {actionsLabel ?? text('actions')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <td
                  key={column.header}
                  role="cell"
                  data-label={column.header}
                  data-align={column.align}
                  data-primary={column.primary}
                >
                  <div className="min-w-0">{column.cell(row)}</div>
                </td>
              ))}
              {actions ? (
                <td role="cell" data-actions="true">
                  <div className="t-row-actions">{actions(row)}</div>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
