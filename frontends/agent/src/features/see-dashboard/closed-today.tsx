import { type Shop, sameWords } from '@tuma/contracts/vocabulary'
import { api, queryClient, toast, useErrorText, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { Checkbox } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** Senders and receivers read it where they choose the shop and where they follow a parcel to it. Tomorrow it is over by itself. */
export const ClosedToday = ({ shop }: { shop: Shop }) => {
  const text = useText(texts)
  const say = useErrorText()
  const shops = useQuery(api.locations.shops.queryOptions())
  const set = useMutation(
    api.counter.closedToday.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: api.locations.key() }),
      onError: (error) => toast.error(say(error, text('closedToday.failed'))),
    }),
  )
  if (shops.isError && !shops.data) return null
  const place = shops.data?.find(({ locationName }) => sameWords(locationName) === sameWords(shop.location))
  const isClosed = place?.shops?.find(({ name }) => sameWords(name) === sameWords(shop.address))?.closedToday ?? false
  return (
    <div className="col-span-full">
      <Checkbox
        label={text('closedToday.label')}
        hint={text('closedToday.hint')}
        checked={set.isPending ? set.variables.closed : isClosed}
        disabled={set.isPending || !shops.data} // keeps its place, so that the counts below do not move
        onChange={({ target }) => set.mutate({ closed: target.checked })}
      />
    </div>
  )
}
