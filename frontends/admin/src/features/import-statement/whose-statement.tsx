import type { Statement } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { useId } from 'react'
import { texts } from '../../texts.ts'

/** What the admin confirms. `shortCode` is set if the name of the file has the right one. */
export type Whose = { readonly isOurs: true; readonly shortCode?: string }

type Props = {
  readonly statement: Statement
  readonly whose: Whose | null
  readonly onChange: (whose: Whose | null) => void
}

/** Offers the short code of the file name and "our till" as choices. A short code in the file is only confirmed. */
export const WhoseStatement = ({ statement: { shortCode, proposal }, whose, onChange }: Props) => {
  const text = useText(texts)
  const id = useId()
  const named = shortCode === null ? (proposal?.shortCode ?? null) : null
  if (named === null) {
    return (
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          className="size-6 shrink-0"
          checked={whose !== null}
          onChange={({ target }) => onChange(target.checked ? { isOurs: true } : null)}
        />
        {shortCode === null ? text('statements.isOursUnsaid') : text('statements.isOurs', { code: shortCode })}
      </label>
    )
  }
  const choices = [
    [text('statements.isNamed', { code: named }), { isOurs: true, shortCode: named }],
    [text('statements.isOurTill'), { isOurs: true }],
  ] as const
  return (
    <fieldset className="grid">
      <legend className="font-semibold">{text('statements.whose')}</legend>
      {choices.map(([label, choice]) => (
        <label key={label} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={id}
            className="size-6 shrink-0"
            checked={whose !== null && whose.shortCode === ('shortCode' in choice ? choice.shortCode : undefined)}
            onChange={() => onChange(choice)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
