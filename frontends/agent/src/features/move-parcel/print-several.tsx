import type { Delivery, LabelSize } from '@tuma/contracts/api'
import { Tag } from '@tuma/kit/icons'
import { LabelSizes, labelTexts } from '@tuma/kit/parcels'
import { calls, toast, useMutation, useText } from '@tuma/kit/runtime'
import { Button, saveFile } from '@tuma/kit/ui'

/** As many as one call takes. */
const maxAtOnce = 100

/** The labels of the chosen parcels in one file, in the order of the list; a file for each hundred. */
export const PrintSeveral = ({ rows }: { rows: readonly Delivery[] }) => {
  const text = useText(labelTexts)
  const print = useMutation({
    mutationFn: async (size: LabelSize) => {
      for (let from = 0; from < rows.length; from += maxAtOnce) {
        const ids = rows.slice(from, from + maxAtOnce).map(({ _id }) => _id)
        saveFile(await calls.counter.labels({ ids, size }), 'labels.pdf')
      }
    },
    onError: () => toast.error(text('label.manyFailed')),
  })
  if (rows.length === 0) return null
  return (
    <LabelSizes
      onChoose={print.mutate}
      trigger={
        <Button variant="secondary" icon={Tag} loading={print.isPending}>
          {text('label.many', { count: rows.length })}
        </Button>
      }
    />
  )
}
