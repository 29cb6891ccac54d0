import type { ApiOutputs } from '@tuma/contracts/api'
import { useSentence } from '@tuma/kit/runtime'
import { Notice } from '@tuma/kit/ui'

export type OtherMessage = NonNullable<ApiOutputs['payment']['verify']['found']>[number]

/** What else was pasted: what each message is, and what to do next. */
export function OtherMessages({ found }: { found: readonly OtherMessage[] }) {
  const read = useSentence()
  if (found.length === 0) return null
  return (
    <Notice tone="warning">
      {found.map(({ receipt, code, message }) => (
        <p key={`${receipt} ${code}`}>
          {receipt ? <strong>{receipt} </strong> : null}
          {read(message)}
        </p>
      ))}
    </Notice>
  )
}
