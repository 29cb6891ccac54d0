import type { DeliveryStatus } from '@tuma/contracts/vocabulary'
import { Link } from '@tuma/kit/runtime'
import type { ComponentType, HTMLAttributes, ReactNode } from 'react'

export const Card = ({ className, ...rest }: HTMLAttributes<HTMLElement>) => (
  <section className={`t-card ${className ?? ''}`} {...rest} />
)

/** One figure and what it counts. `value` undefined while it loads; with `to` it leads to what it counts. */
export const StatCard = ({
  label,
  value,
  icon: Icon,
  tone = 'acacia',
  status,
  hint,
  to,
}: {
  label: string
  to?: string | undefined
  value: ReactNode | undefined
  icon?: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>
  tone?: 'acacia' | 'ochre' | 'laterite' | 'sky'
  /** What it counts is of this status, and has its colour. */
  status?: DeliveryStatus
  hint?: ReactNode
}) => {
  const figure = (
    <>
      <span className="t-stat-label">
        {Icon ? <Icon size={18} aria-hidden /> : null}
        {label}
      </span>
      <span className="t-stat-value">{value ?? <span className="t-skeleton my-0.5 h-6 w-16" />}</span>
      {hint ? <span className="t-hint">{hint}</span> : null}
    </>
  )
  const card = {
    className: 't-card t-stat',
    'data-tone': tone,
    'data-status': status,
    'aria-busy': value === undefined || undefined,
  }
  return to === undefined ? (
    <div {...card}>{figure}</div>
  ) : (
    <Link to={to} {...card}>
      {figure}
    </Link>
  )
}

/** Names and values of one thing. `rows` whose value is null are left out. */
export const Facts = ({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="t-facts">
    {rows.map(([name, value]) =>
      value === null || value === undefined ? null : (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
)
