import { FileDown } from '@tuma/kit/icons'
import { calls, toast, useMutation, useText } from '@tuma/kit/runtime'
import { Button, type ButtonLook, saveFile } from '@tuma/kit/ui'
import { parcelTexts } from './texts.ts'

/** Saves the parcel's receipt as receipt_{trackingId}.pdf. Rejects with `ApiError`. */
export async function downloadReceipt(trackingId: string): Promise<void> {
  saveFile(await calls.deliveries.receipt({ trackingId }), `receipt_${trackingId}.pdf`)
}

export function ReceiptButton({ trackingId, ...look }: { trackingId: string } & ButtonLook) {
  const text = useText(parcelTexts)
  const download = useMutation({
    mutationFn: () => downloadReceipt(trackingId),
    onError: () => toast.error(text('receipt.failed')),
  })
  return (
    <Button
      variant="secondary"
      icon={FileDown}
      loading={download.isPending}
      onClick={() => download.mutate()}
      {...look}
    >
      {text('receipt.download')}
    </Button>
  )
}
