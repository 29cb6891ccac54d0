import { displayPhone } from '@tuma/contracts/vocabulary'
import { api, queryClient, toast, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import { Button, formatDay } from '@tuma/kit/ui'
import { useSayRefused } from '../../say-refused.ts'
import { texts } from '../../texts.ts'

/** Phones that will be erased after their last parcel or payout; an admin can cancel that. */
export const DueErasures = () => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  const { data = [] } = useQuery(api.erasures.due.queryOptions())
  const { mutate, isPending } = useSubmission(api.erasures.cancel, {
    onSuccess: () => {
      toast.success(text('erase.cancelled'))
      return queryClient.invalidateQueries({ queryKey: api.erasures.key() })
    },
    onError: (error) => sayRefused(text('erase.notCancelled'), error),
  })
  if (data.length === 0) return null
  return (
    <section className="mt-4 flex flex-col gap-2">
      <h3 className="font-semibold">{text('erase.waiting')}</h3>
      {data.map(({ _id: id, phone, dueBy }) => {
        const shown = displayPhone(phone)
        return (
          <div key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0">{text('erase.by', { phone: shown, day: formatDay(dueBy) })}</span>
            <Button
              variant="quiet"
              aria-label={text('erase.cancelOf', { phone: shown })}
              loading={isPending}
              onClick={() => mutate({ id })}
            >
              {text('erase.cancel')}
            </Button>
          </div>
        )
      })}
    </section>
  )
}
