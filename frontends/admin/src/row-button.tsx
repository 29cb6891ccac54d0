import type { Pencil } from '@tuma/kit/icons'
import { Button, type ButtonProps } from '@tuma/kit/ui'
import type { ReactNode } from 'react'

/** One of a row's buttons: with its word on a card, a picture alone in a table's narrow column. */
export const RowButton = ({
  icon,
  label,
  danger = false,
  ...button
}: ButtonProps & { icon: typeof Pencil; label: string; danger?: boolean }) => (
  <Button variant="quiet" size="small" icon={icon} title={label} className={danger ? 'text-danger' : ''} {...button}>
    <span className="sr-only cards:not-sr-only">{label}</span>
  </Button>
)

/** Side by side, however narrow the table makes their column. */
export const RowButtons = ({ children }: { children: ReactNode }) => (
  <div className="flex cards:flex-wrap cards:*:grow max-md:*:px-1.5">{children}</div>
)
