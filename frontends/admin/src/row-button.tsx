import type { Pencil } from '@tuma/kit/icons'
import { Button, type ButtonProps } from '@tuma/kit/ui'
import type { ReactNode } from 'react'

/**
 * One of a row's buttons: with its word on a card, only an icon in a table's narrow column. `of` names the row, so that a
 * screen reader says whose button it is.
 */
export const RowButton = ({
  icon,
  label,
  of,
  danger = false,
  ...button
}: ButtonProps & { icon: typeof Pencil; label: string; of: string; danger?: boolean }) => (
  <Button
    variant="quiet"
    size="small"
    icon={icon}
    title={label}
    aria-label={named(label, of)}
    className={danger ? 'text-danger' : ''}
    {...button}
  >
    <span className="t-row-word">{label}</span>
  </Button>
)

/** "Delete, Otieno Odhiambo": begins with the visible word. */
export const named = (label: string, of: string): string => `${label}, ${of}`

/** Keeps buttons side by side, however narrow their column is. */
export const RowButtons = ({ children }: { children: ReactNode }) => (
  <div className="flex cards:flex-wrap cards:*:grow max-md:*:px-1.5">{children}</div>
)
