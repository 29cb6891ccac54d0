import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError, kitTexts, type Text, useSentence, useText } from '@tuma/kit/runtime'
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type Path,
  type UseFormRegisterReturn,
  useForm as useHookForm,
} from 'react-hook-form'
import * as z from 'zod/v4/core'
import { Button, type ButtonProps } from './button.tsx'
import { forgetDraft, keepDraft, readDraft } from './draft.ts'
import { FailureNotice, type FailureText, useFailureText } from './failure.tsx'
import { judgedWhenLeft } from './judged-when-left.ts'
import { goToNextField } from './next-field.ts'

// zod compiles its parsers with `new Function`, which our content security policy refuses.
z.config({ jitless: true })

type Schema<Input extends FieldValues, Output> = z.$ZodType<Output, Input>

export type FormOptions<Input extends FieldValues, Output> = {
  /** The contract's schema: one rule, one sentence, both sides. */
  schema: Schema<Input, Output>
  defaults: DefaultValues<Input>
  /** Gets the parsed values. Its error is shown below the field that an `ApiError` names, else above the form. */
  submit: (values: Output) => unknown
  /** The sentence for a fault, when the error has none of its own. */
  failed?: string
  /** Takes over what is not about a field (a toast instead of the notice above the form). */
  onFailure?: (error: unknown) => void
  /** Keeps what was typed under this name until the form succeeds, across screens and reloads of the tab. Never with a password. */
  draft?: string
}

/** What `field(name)` hands to a control. */
export type FormControl = Omit<
  UseFormRegisterReturn,
  'min' | 'max' | 'minLength' | 'maxLength' | 'pattern' | 'required'
> & {
  error: string | undefined
}

const emptyIssue = (issue: { code?: string; input?: unknown }): boolean =>
  issue.input === undefined || issue.input === null || issue.input === '' || Number.isNaN(issue.input)

/** Only for rules that bring no sentence of their own. */
const sentenceFor = (text: Text<typeof kitTexts.en>) => (issue: { code?: string; input?: unknown }) =>
  emptyIssue(issue) ? text('required') : text('invalid')

/**
 * ```tsx
 * const form = useForm({ schema: credentials, defaults: { email: '', password: '' }, submit: (values) => login.mutateAsync(values) })
 * <Form form={form}>
 *   <TextField label="Email" type="email" {...form.field('email')} />
 *   <SubmitButton form={form}>Sign In</SubmitButton>
 * </Form>
 * ```
 * Errors appear on submitting, at their fields; the first gets the focus. While one is under way, `SubmitButton` swallows presses and Enter.
 */
export function useForm<Input extends FieldValues, Output>(options: FormOptions<Input, Output>) {
  const text = useText(kitTexts)
  const tell = useFailureText()
  const read = useSentence()
  const [failure, setFailure] = useState(noFailure)
  const form = useHookForm<Input, unknown, Output>({
    resolver: zodResolver(options.schema as never, { error: sentenceFor(text) }) as never,
    shouldFocusError: false, // it goes by the order of registering; `Form` goes by the order on the screen
    defaultValues: options.draft ? { ...options.defaults, ...readDraft(options.draft) } : options.defaults,
  })
  const { errors, isSubmitting, isDirty, submitCount } = form.formState

  const { draft } = options
  const { watch } = form
  useEffect(() => (draft ? watch((values) => keepDraft(draft, values)).unsubscribe : undefined), [draft, watch])

  const fail = (error: unknown): void => {
    if (error instanceof ApiError && error.field && get(form.getValues(), error.field) !== undefined) {
      form.setError(error.field as Path<Input>, { message: tell(error, error.message).said }, { shouldFocus: true })
    } else if (options.onFailure) options.onFailure(error)
    else setFailure(tell(error, options.failed))
  }

  const submit = form.handleSubmit(async (values) => {
    try {
      await options.submit(values)
      if (draft) forgetDraft(draft)
    } catch (error) {
      fail(error)
    }
  })

  const getError = (name: string) => read(messageAt(errors, name) ?? '') || undefined

  const onSubmit = (event?: FormEvent): Promise<void> => {
    setFailure(noFailure)
    return submit(event)
  }

  return {
    /**
     * Props for a control: `<TextField {...form.field('receiver.phone')} />`; `number` for fields that the schema wants as
     * numbers, `whenLeft` where what is typed is judged as soon as the field is left.
     */
    field: (name: FieldPath<Input>, { number = false, whenLeft = false } = {}): FormControl => {
      const control = form.register(name, (number ? { setValueAs: asNumber } : {}) as never)
      return { ...(whenLeft ? judgedWhenLeft(control, form) : control), error: getError(name) }
    },
    /** The value of a field now; the screen is drawn again when it changes. */
    value: <Name extends FieldPath<Input>>(name: Name): FieldPathValue<Input, Name> => form.watch(name),
    set: <Name extends FieldPath<Input>>(name: Name, value: FieldPathValue<Input, Name>): void =>
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
    setError: (name: FieldPath<Input>, message: string): void =>
      form.setError(name, { message }, { shouldFocus: true }),
    reset: (values?: Input): void => form.reset(values),
    values: form.getValues,
    /** The error sentence of a field, for one that is shown elsewhere. */
    getError,
    submitting: isSubmitting,
    /** Tells of everything that is filled in: `useSyncExternalStore(form.changes, form.isWhole)`. */
    changes: useCallback((tell: () => void) => watch(tell).unsubscribe, [watch]),
    /** True when it could be submitted as it is; shows nothing. */
    isWhole: (): boolean => z.safeParse(options.schema, form.getValues()).success,
    /** Checks it as a submit does, and goes on with `next` instead of submitting once all of it is right. */
    whenWhole: (next: () => void): Promise<void> => {
      setFailure(noFailure)
      return form.handleSubmit(next)()
    },
    /** How often it was submitted, in vain or not. */
    attempts: submitCount,
    dirty: isDirty,
    failure,
    onSubmit,
  }
}

const noFailure: FailureText = { said: '', below: '' }

const messageAt = (errors: object, name: string): string | undefined =>
  (get(errors, name) as { message?: string } | undefined)?.message

const asNumber = (typed: unknown): number | undefined =>
  typed === '' || typed === undefined ? undefined : Number(typed)

const wrongControl = ':is(input, select, textarea)[aria-invalid="true"], fieldset[aria-invalid="true"] input'

export function Form({
  form,
  children,
  label,
  ...rest
}: {
  /** Named by a `SubmitButton` outside the form, in a dialog's foot. */
  id?: string
  /** How it goes out where no script has come yet; without it, it does not: nothing typed gets into an address. */
  method?: 'get'
  action?: string
  /** The call that it is sent with where the app has not come yet (the public remote's `visit.ts`). */
  'data-sends'?: `/api/${string}`
  form: { onSubmit: (event: FormEvent) => Promise<void>; failure: FailureText; attempts: number }
  children: ReactNode
  label?: string
}) {
  const sheet = useRef<HTMLFormElement>(null)
  const { attempts } = form
  useEffect(() => {
    if (attempts > 0) sheet.current?.querySelector<HTMLElement>(wrongControl)?.focus()
  }, [attempts])
  return (
    <form
      ref={sheet}
      className="t-form"
      noValidate
      aria-label={label}
      method="dialog"
      {...rest}
      onKeyDown={goToNextField}
      onSubmit={(event) => void form.onSubmit(event)}
    >
      <FailureNotice {...form.failure} />
      {children}
    </form>
  )
}

/** Busy while the form is being sent. `sheet` is the form's id, for a button outside it, in a dialog's foot. */
export const SubmitButton = ({
  form,
  sheet,
  ...button
}: Omit<ButtonProps, 'form'> & { form: { submitting: boolean }; sheet?: string }) => (
  <Button {...button} {...(sheet ? { form: sheet } : {})} type="submit" loading={form.submitting || button.loading} />
)
