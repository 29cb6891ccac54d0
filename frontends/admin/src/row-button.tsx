import type { Pencil } from '@tuma/kit/icons'
import { Button, type ButtonProps } from '@tuma/kit/ui'
import type { ReactNode } from 'react'

/**
 * A button of a row: with its word on a card, only an icon in the narrow column of a table. `of` is the name of the row, so
 * that users of a screen reader know which row each button belongs to.
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

/** "Delete, Otieno Odhiambo": the name begins with the visible word. */
export const named = (label: string, of: string): string => `${label}, ${of}`

/** Keeps the buttons side by side, also in a narrow column. */
export const RowButtons = ({ children }: { children: ReactNode }) => (
  <div className="flex cards:flex-wrap cards:*:grow max-md:*:px-1.5">{children}</div>
)
