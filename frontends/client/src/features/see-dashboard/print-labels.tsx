import type { LabelSize } from '@tuma/contracts/api'
import { Tag } from '@tuma/kit/icons'
import { LabelSizes, labelTexts } from '@tuma/kit/parcels'
import { calls, toast, useMutation, useText } from '@tuma/kit/runtime'
import { Button, saveFile } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** The labels of these parcels in one file; 100 at most. */
export const PrintLabels = ({ ids }: { ids: readonly string[] }) => {
  const text = useText(labelTexts)
  const own = useText(texts)
  const print = useMutation({
    mutationFn: async (size: LabelSize) => saveFile(await calls.counter.labels({ ids: [...ids], size }), 'labels.pdf'),
    onError: () => toast.error(text('label.manyFailed')),
  })
  return (
    <LabelSizes
      onChoose={print.mutate}
      trigger={
        <Button variant="secondary" size="small" icon={Tag} loading={print.isPending}>
          {own('today.labels')}
        </Button>
      }
    />
  )
}
