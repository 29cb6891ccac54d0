import { kitTexts, useText } from '@tuma/kit/runtime'
import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId, useState } from 'react'
import { IconButton } from './button.tsx'

/** What every control takes beside its element's own attributes; `error` true marks it red without a sentence of its own. */
export type FieldProps = { label: string; hint?: ReactNode; error?: string | boolean; optional?: boolean }

/** Label, control, hint and the one error sentence, tied together for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional,
  children,
}: FieldProps & {
  children: (control: {
    id: string
    'aria-describedby'?: string
    'aria-invalid'?: true
    'aria-required'?: true
  }) => ReactNode
}) {
  const id = useId()
  const text = useText(kitTexts)
  const sentence = typeof error === 'string' ? error : undefined
  const describedBy = [hint ? `${id}-hint` : '', sentence ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className="t-field">
      <label className="t-label" htmlFor={id}>
        {label} {optional ? <span className="t-optional">{text('optional')}</span> : null}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': optional ? undefined : true,
      })}
      {hint ? (
        <span className="t-hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {sentence ? (
        <span className="t-error" id={`${id}-error`}>
          {sentence}
        </span>
      ) : null}
    </div>
  )
}

type Input = FieldProps & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export const TextField = ({ label, hint, error, optional, ...input }: Input) => (
  <Field {...{ label, hint, error, optional }}>
    {(control) => <input type="text" className="t-input" {...control} {...input} />}
  </Field>
)

export const TextArea = ({
  label,
  hint,
  error,
  optional,
  ...input
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) => (
  <Field {...{ label, hint, error, optional }}>
    {(control) => <textarea className="t-input" {...control} {...input} />}
  </Field>
)

/** Brings up the phone's digits; the rule itself is the contract's `phone`. */
export const PhoneField = (props: Input) => (
  <TextField type="tel" inputMode="tel" autoComplete="tel" placeholder="07xx xxx xxx" {...props} />
)

/**
 * Whole shillings. Use it with `field(name, { number: true })`. The wheel scrolls the page: over a focused field a browser
 * would count the amount up or down.
 */
export const MoneyField = (props: Input) => (
  <TextField
    type="number"
    inputMode="numeric"
    min={0}
    step={1}
    placeholder="0"
    onWheel={(event) => event.currentTarget.blur()}
    {...props}
  />
)

export function PasswordField({ label, hint, error, optional, ...input }: Input) {
  const [shown, setShown] = useState(false)
  const text = useText(kitTexts)
  return (
    <Field {...{ label, hint, error, optional }}>
      {(control) => (
        <div className="t-affixed">
          <input
            className="t-input"
            autoComplete="current-password"
            autoCapitalize="none"
            {...control}
            {...input}
            type={shown ? 'text' : 'password'}
          />
          <IconButton
            label={text(shown ? 'hidePassword' : 'showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
          </IconButton>
        </div>
      )}
    </Field>
  )
}
