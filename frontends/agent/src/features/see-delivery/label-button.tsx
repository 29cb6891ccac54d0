import { type LabelSize, labelSizes } from '@tuma/contracts/api'
import { Tag } from '@tuma/kit/icons'
import { calls, toast, useMutation, useText } from '@tuma/kit/runtime'
import { Button, DropdownMenu, MenuItem, saveFile } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** The parcel's label as a PDF, for a sheet or for a roll of either width. */
export const useLabel = (trackingId: string, onDone?: () => void) => {
  const text = useText(texts)
  return useMutation({
    mutationFn: async (size: LabelSize) =>
      saveFile(await calls.counter.label({ trackingId, size }), `label_${trackingId}.pdf`),
    onSuccess: onDone,
    onError: () => toast.error(text('label.failed')),
  })
}

export const LabelButton = ({ trackingId }: { trackingId: string }) => {
  const text = useText(texts)
  const print = useLabel(trackingId)
  return (
    <DropdownMenu
      trigger={
        <Button variant="secondary" icon={Tag} loading={print.isPending}>
          {text('label.print')}
        </Button>
      }
    >
      {labelSizes.map((size) => (
        <MenuItem key={size} onSelect={() => print.mutate(size)}>
          {text(`label.${size}`)}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
