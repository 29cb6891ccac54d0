import { FileDown } from '@tuma/kit/icons'
import { calls, toast, useMutation, useText } from '@tuma/kit/runtime'
import { Button, type ButtonLook } from '@tuma/kit/ui'
import { parcelTexts } from './texts.ts'

/** Saves the parcel's receipt as receipt_{trackingId}.pdf. Rejects with `ApiError`. */
export async function downloadReceipt(trackingId: string): Promise<void> {
  const pdf = await calls.deliveries.receipt({ trackingId })
  const address = URL.createObjectURL(pdf)
  const link = document.createElement('a')
  link.href = address
  link.download = `receipt_${trackingId}.pdf`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
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
