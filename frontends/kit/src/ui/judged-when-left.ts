import type { FieldValues, Path, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'

const isEmpty = (value: unknown): boolean => value === undefined || value === '' || Number.isNaN(value)

/** A field whose rule is told as soon as it is left; not while it is still empty, and no longer than until it is mended. */
export function judgedWhenLeft<Input extends FieldValues, Output>(
  control: UseFormRegisterReturn,
  { getValues, getFieldState, trigger }: UseFormReturn<Input, unknown, Output>,
): UseFormRegisterReturn {
  const name = control.name as Path<Input>
  return {
    ...control,
    onBlur: async (event) => {
      await control.onBlur(event)
      if (!isEmpty(getValues(name))) await trigger(name)
    },
    onChange: async (event) => {
      await control.onChange(event)
      if (getFieldState(name).invalid) await trigger(name)
    },
  }
}
