import type { Statement } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { DateTime } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** The short code and the period of a file's name, beside what the file itself says. */
export const NamedBy = ({ statement: { proposal, shortCode } }: { statement: Statement }) => {
  const text = useText(texts)
  if (!proposal) return null
  const { shortCode: code, from, to } = proposal
  const isNew = code !== null && shortCode === null
  return (
    <>
      {isNew ? <span className="block">{text('statements.nameCode', { code })}</span> : null}
      {code !== null && !isNew ? <span className="block">{code}</span> : null}
      {from && to ? (
        <span className="block">
          <DateTime at={getNoon(from)} dayOnly /> – <DateTime at={getNoon(to)} dayOnly />
        </span>
      ) : null}
    </>
  )
}

/** An instant within that day in Nairobi, so that the date is formatted right. */
const getNoon = (day: string): string => `${day}T09:00:00.000Z`
