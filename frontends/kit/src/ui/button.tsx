import { Link } from '@tuma/kit/runtime'
import type { ButtonHTMLAttributes, ComponentProps, ComponentType, ReactNode, Ref } from 'react'

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'ochre'
  size?: 'normal' | 'small'
  /** As wide as its place: the way of forms on a phone. */
  wide?: boolean
}
type Icon = ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>

const look = ({ variant = 'primary', size = 'normal', wide = false }: ButtonLook) => ({
  'data-variant': variant,
  'data-size': size,
  'data-wide': wide,
})

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook & { loading?: boolean; icon?: Icon }

/** `loading` shows a spinner, keeps the focus and swallows presses, so that nothing is sent twice. */
export function Button({
  variant,
  size,
  wide,
  loading = false,
  icon: Icon,
  children,
  onClick,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={`t-button ${className ?? ''}`}
      {...look({ variant, size, wide })}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {loading ? <span className="t-spinner" aria-hidden /> : Icon ? <Icon size={18} aria-hidden /> : null}
      {children}
    </button>
  )
}

/** A link that looks like a button: it goes somewhere, a button does something. */
export function ButtonLink({
  variant,
  size,
  wide,
  icon: Icon,
  children,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonLook & { icon?: Icon }) {
  return (
    <Link className={`t-button ${className ?? ''}`} {...look({ variant, size, wide })} {...rest}>
      {Icon ? <Icon size={18} aria-hidden /> : null}
      {children}
    </Link>
  )
}

/** A button with only an icon; `label` is its name for screen readers. */
export function IconButton({
  label,
  children,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string; children: ReactNode; ref?: Ref<HTMLButtonElement> }) {
  return (
    <button type="button" className={`t-icon-button ${className ?? ''}`} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  )
}
