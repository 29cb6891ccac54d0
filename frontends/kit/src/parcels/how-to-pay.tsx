import { formatKsh, type Shillings } from '@tuma/contracts/vocabulary'
import { api, toast, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Card, CopyButton, Facts, Loaded, Skeleton } from '@tuma/kit/ui'
import { PartPaid, type Paying } from './paying.tsx'
import { parcelTexts } from './texts.ts'

/** How much, to which till, and what to press on the phone. */
export function HowToPay({ amount, short }: { amount: Shillings; short: Paying['short'] }) {
  const text = useText(parcelTexts)
  const contact = useQuery(api.locations.contact.queryOptions())
  return (
    <Card className="parcel-how">
      <p className="t-hint">{text('checkout.due')}</p>
      <p className="parcel-amount">
        {formatKsh(amount)}
        <CopyButton value={String(amount)} label={text('checkout.copyAmount')} />
      </p>
      {short ? <PartPaid short={short} /> : null}
      <Loaded query={contact} failed={text('checkout.tillFailed')} skeleton={<Skeleton rows={1} />}>
        {({ till }) => (
          <Facts
            rows={[
              [
                text('checkout.tillNumber'),
                <span key="till" className="parcel-till">
                  {till.number}
                  <CopyButton value={till.number} label={text('checkout.copyTill')} />
                </span>,
              ],
              [text('checkout.tillName'), till.name],
            ]}
          />
        )}
      </Loaded>
      <h2 className="parcel-group">{text('checkout.how')}</h2>
      <ol className="parcel-steps">
        <li>{text('checkout.step1')}</li>
        <li>{text('checkout.step2', { amount: formatKsh(amount) })}</li>
        <li>{text('checkout.step3')}</li>
      </ol>
    </Card>
  )
}

/** Demonstration only: a sample of the M-Pesa message that a payment to our till would cause. */
export function SampleMessage({ amount, onMessage }: { amount: Shillings; onMessage: (message: string) => void }) {
  const text = useText(parcelTexts)
  const contact = useQuery(api.locations.contact.queryOptions())
  const sample = useMutation({
    mutationFn: async (): Promise<string> => {
      const answer = await fetch(`/dev/mpesa-message?amount=${amount}`, { headers: { accept: 'application/json' } })
      return (await answer.json()).message
    },
    onSuccess: onMessage,
    onError: () => toast.error(text('checkout.sampleFailed')),
  })
  if (!contact.data?.demonstration) return null
  return (
    <Button
      variant="quiet"
      size="small"
      className="parcel-sample"
      loading={sample.isPending}
      onClick={() => sample.mutate()}
    >
      {text('checkout.sample')}
    </Button>
  )
}
