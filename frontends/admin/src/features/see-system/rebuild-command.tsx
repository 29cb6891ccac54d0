import { useText } from '@tuma/kit/runtime'
import { CopyButton } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** A word of the code, as an operator types or searches it; nothing for null. */
export const code = (words: string | null) =>
  words && <code className="font-mono font-normal text-xs wrap-anywhere">{words}</code>

/** What an operator types to fill a list again, ready to be copied. */
export const RebuildCommand = ({ service, view }: { service: string; view: string }) => {
  const text = useText(texts)
  const command = `npm run rebuild -- ${service} ${view}`
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
      {text('behind.rebuild')}
      <span className="flex items-center gap-1">
        {code(command)} <CopyButton value={command} label={text('behind.copy')} />
      </span>
    </p>
  )
}
