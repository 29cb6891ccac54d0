import { kitTexts, useText } from '@tuma/kit/runtime'
import {
  type ComponentType,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  useId,
} from 'react'
import { Field, type FieldProps } from './field.tsx'

export type Option = { value: string; label: string; disabled?: boolean }

/** The phone's own picker. `placeholder` is the first, empty choice; pass null for a select that always has a value. */
export function Select({
  label,
  hint,
  error,
  optional,
  options,
  placeholder,
  loading = false,
  ...select
}: FieldProps &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: readonly Option[]
    placeholder?: string | null
    /** The options are on their way: the field says so, and keeps the focus. */
    loading?: boolean
    ref?: Ref<HTMLSelectElement>
  }) {
  const text = useText(kitTexts)
  return (
    <Field {...{ label, hint, error, optional }}>
      {(control) => (
        <select className="t-input" aria-busy={loading || undefined} {...control} {...select}>
          {placeholder === null ? null : (
            <option value="">{placeholder ?? text(loading ? 'loading' : 'choose')}</option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type Radio = Omit<InputHTMLAttributes<HTMLInputElement>, 'value'> & { ref?: Ref<HTMLInputElement> }
export type CardOption = Option & {
  hint?: ReactNode
  icon?: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>
}

/** One of a few, each on a card with room for what it means. Controlled with `value` + `onChange`, or spread `field(name)`. */
export function RadioCards({
  label,
  error,
  options,
  value,
  name,
  ...radio
}: Pick<FieldProps, 'label' | 'error'> & Radio & { options: readonly CardOption[]; value?: string }) {
  const id = useId()
  return (
    <fieldset
      className="t-field"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="t-label mb-1.5">{label}</legend>
      <div className="t-choices">
        {options.map(({ icon: Icon, ...option }) => (
          <label key={option.value} className="t-choice">
            <input
              type="radio"
              name={name ?? id}
              {...radio}
              value={option.value}
              disabled={option.disabled}
              {...(value === undefined ? {} : { checked: value === option.value })}
            />
            <span className="grow">
              <span className="block font-semibold">{option.label}</span>
              {option.hint ? <span className="t-hint block">{option.hint}</span> : null}
            </span>
            {Icon ? <Icon size={24} aria-hidden /> : null}
          </label>
        ))}
      </div>
      {typeof error === 'string' ? (
        <span className="t-error" id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </fieldset>
  )
}

export function Checkbox({
  label,
  error,
  hint,
  ...input
}: Omit<FieldProps, 'label' | 'optional'> & { label: ReactNode } & InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>
  }) {
  const id = useId()
  return (
    <div className="t-field">
      <label className="t-check">
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        />
        <span>
          {label}
          {hint ? <span className="t-hint block">{hint}</span> : null}
        </span>
      </label>
      {typeof error === 'string' ? (
        <span className="t-error" id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  )
}
