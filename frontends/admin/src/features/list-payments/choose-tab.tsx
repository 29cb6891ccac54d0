import { type PaymentTab, paymentTabs } from '@tuma/contracts/vocabulary'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Skeleton } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** Which payments, and how many there are of each. Who can not be told how many chooses all the same. */
export const ChooseTab = ({ tab, onChoose }: { tab: PaymentTab; onChoose: (tab: PaymentTab) => void }) => {
  const text = useText(texts)
  const { data, isPending } = useQuery(api.adminPayments.counts.queryOptions())
  if (isPending) return <Skeleton rows={1} />
  const many = ({ count, more }: { count: number; more: boolean }) => `${count.toLocaleString('en')}${more ? '+' : ''}`
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="t-hidden">{text('payments.which')}</legend>
      {paymentTabs.map((one) => (
        <Button
          key={one}
          size="small"
          variant={one === tab ? 'primary' : 'secondary'}
          aria-pressed={one === tab}
          onClick={() => onChoose(one)}
        >
          {text(`payments.tab.${one}`)} {data ? <span className="t-count">{many(data[one])}</span> : null}
        </Button>
      ))}
    </fieldset>
  )
}
