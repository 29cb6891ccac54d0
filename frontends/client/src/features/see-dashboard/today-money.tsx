import type { OwnToday } from '@tuma/contracts/api'
import { formatKsh, weekdayInWords } from '@tuma/contracts/vocabulary'
import { useLanguage, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { PartCard } from './today-parts.tsx'

const inKsh = (cents: number): string => formatKsh(cents / 100)

/** What is paid out next, and where the other money is. */
export const MoneyToday = ({ money }: Pick<OwnToday, 'money'>) => {
  const text = useText(texts)
  return (
    <PartCard name="money" title={text('money.title')} to="/Client/money">
      {money ? <Sums money={money} /> : <p className="t-hint">{text('money.failed')}</p>}
    </PartCard>
  )
}

const Sums = ({ money: { ready, atShops, unconfirmed, payout } }: { money: NonNullable<OwnToday['money']> }) => {
  const text = useText(texts)
  const [language] = useLanguage()
  if (ready + atShops + unconfirmed === 0) return <p className="t-hint">{text('today.noMoney')}</p>
  const sum = inKsh(ready)
  return (
    <div className="grid gap-1 pb-1">
      {ready === 0 ? null : (
        <p className="font-semibold">
          {payout
            ? text('today.payout', { sum, day: weekdayInWords(payout.on, language), to: payout.to })
            : text('today.noNumber', { sum })}
        </p>
      )}
      {atShops === 0 ? null : <p>{text('today.atShops', { sum: inKsh(atShops) })}</p>}
      {unconfirmed === 0 ? null : <p>{text('today.unconfirmed', { sum: inKsh(unconfirmed) })}</p>}
    </div>
  )
}
