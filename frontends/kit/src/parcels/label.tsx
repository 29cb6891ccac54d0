import { type LabelSize, labelSizes } from '@tuma/contracts/api'
import { Tag } from '@tuma/kit/icons'
import { calls, recall, remember, toast, useMutation, useText } from '@tuma/kit/runtime'
import { Button, type ButtonLook, DropdownMenu, MenuItem, saveFile } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { labelTexts } from './label-texts.ts'

/** Saves the parcel's label as a PDF of the size that is asked for. */
export const useLabel = (trackingId: string, onDone?: () => void) => {
  const text = useText(labelTexts)
  return useMutation({
    mutationFn: async (size: LabelSize) =>
      saveFile(await calls.counter.label({ trackingId, size }), `label_${trackingId}.pdf`),
    onSuccess: onDone,
    onError: () => toast.error(text('label.failed')),
  })
}

/** The size that was chosen last in this browser, because a counter has one printer. */
export const recallLabelSize = (): LabelSize | undefined => recall('label-size', labelSizes)
export const rememberLabelSize = (size: LabelSize): void => remember('label-size', size)

/** For what it is printed: a sheet, or a roll of either width. `trigger` is one button. */
export const LabelSizes = ({ trigger, onChoose }: { trigger: ReactNode; onChoose: (size: LabelSize) => void }) => {
  const text = useText(labelTexts)
  return (
    <DropdownMenu trigger={trigger}>
      {labelSizes.map((size) => (
        <MenuItem
          key={size}
          onSelect={() => {
            rememberLabelSize(size)
            onChoose(size)
          }}
        >
          {text(`label.${size}`)}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}

/** For who may see the parcel in full. */
export const LabelButton = ({ trackingId, ...look }: { trackingId: string } & ButtonLook) => {
  const text = useText(labelTexts)
  const print = useLabel(trackingId)
  return (
    <LabelSizes
      onChoose={print.mutate}
      trigger={
        <Button variant="secondary" icon={Tag} loading={print.isPending} {...look}>
          {text('label.print')}
        </Button>
      }
    />
  )
}
