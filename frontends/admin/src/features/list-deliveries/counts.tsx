import { type DeliveryStatus, deliveryStatuses, getInProgress } from '@tuma/contracts/vocabulary'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Loaded, Skeleton } from '@tuma/kit/ui'
import { useStatusWord } from '../../status-word.tsx'
import { texts } from '../../texts.ts'

type Chosen = DeliveryStatus | undefined

const againAfterMs = 10_000

/** The count of parcels for each status; each filters the list. In one row, so that the list stays visible below. */
export const Counts = ({ status, onChoose }: { status: Chosen; onChoose: (status: Chosen) => void }) => {
  const text = useText(texts)
  const wordOf = useStatusWord()
  const counts = useQuery({
    ...api.adminDeliveries.counts.queryOptions(),
    refetchInterval: ({ state }) => state.status === 'error' && againAfterMs,
  })
  // The list below shows the error and a button to try again; the counts are fetched again without one.
  if (counts.isError && !counts.data) return null
  return (
    <Loaded query={counts} failed={text('deliveries.failed')} skeleton={<Skeleton rows={1} />}>
      {({ total, byStatus }) => (
        <fieldset className="parcel-counts">
          <legend className="t-hidden">{text('deliveries.byStatus')}</legend>
          <Chip
            label={text('deliveries.total')}
            count={total}
            chosen={status === undefined}
            onChoose={() => onChoose(undefined)}
          />
          {deliveryStatuses.map((one) => (
            <Chip
              key={one}
              status={one}
              label={wordOf(one)}
              count={byStatus[one] ?? 0}
              chosen={status === one}
              onChoose={() => onChoose(one)}
            />
          ))}
          <p>
            {text('deliveries.inProgress')} <strong>{getInProgress(byStatus).toLocaleString('en')}</strong>
          </p>
        </fieldset>
      )}
    </Loaded>
  )
}

type ChipProps = { label: string; status?: DeliveryStatus; count: number; chosen: boolean; onChoose: () => void }

const Chip = ({ label, status, count, chosen, onChoose }: ChipProps) => (
  <Button size="small" variant={chosen ? 'primary' : 'secondary'} aria-pressed={chosen} onClick={onChoose}>
    {status && !chosen ? <span className="t-mark" data-status={status} aria-hidden /> : null}
    <span>{label}</span> <strong>{count.toLocaleString('en')}</strong>
  </Button>
)
