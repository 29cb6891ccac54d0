import type { Pencil } from '@tuma/kit/icons'
import { Button, type ButtonProps } from '@tuma/kit/ui'
import type { ReactNode } from 'react'

/**
 * One of a row's buttons: with its word on a card, a picture alone in a table's narrow column. `of` is what the row is
 * called: who hears the buttons one after the other knows whose each is.
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

/** "Delete, Otieno Odhiambo": it begins with the word that is seen. */
export const named = (label: string, of: string): string => `${label}, ${of}`

/** Side by side, however narrow the table makes their column. */
export const RowButtons = ({ children }: { children: ReactNode }) => (
  <div className="flex cards:flex-wrap cards:*:grow max-md:*:px-1.5">{children}</div>
)
