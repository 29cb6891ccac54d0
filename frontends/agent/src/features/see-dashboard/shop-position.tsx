import { mapLink, type Shop, sameWords } from '@tuma/contracts/vocabulary'
import { LocateFixed } from '@tuma/kit/icons'
import { type Found, findPosition } from '@tuma/kit/parcels'
import { api, queryClient, toast, useErrorText, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'

/** A shop is no larger, and customers must find its door. */
const maxMetres = 100

/** Whether the shop is on the map; its agent, who is in it, puts it there. Nothing is sent before *Save*. */
export const ShopPosition = ({ shop }: { shop: Shop }) => {
  const text = useText(texts)
  const shops = useQuery(api.locations.shops.queryOptions())
  const [found, setFound] = useState<Found | null>(null)
  const [state, setState] = useState<'idle' | 'asking' | 'refused' | 'absent' | 'inexact'>('idle')
  const place = shops.data?.find(({ locationName }) => sameWords(locationName) === sameWords(shop.location))
  const position = place?.shops?.find(({ name }) => sameWords(name) === sameWords(shop.address))?.position

  const look = async (): Promise<void> => {
    setState('asking')
    const answer = await findPosition(true)
    if (typeof answer === 'string') return setState(answer)
    if (answer.metres > maxMetres) return setState('inexact')
    setState('idle')
    setFound(answer)
  }
  return (
    <div className="col-span-full grid justify-items-start gap-2">
      {found ? (
        <SaveIt shop={shop} found={found} onDone={() => setFound(null)} />
      ) : (
        <>
          <p>
            {text(position ? 'position.known' : 'position.unknown')}{' '}
            {position ? <OnMap shop={shop} position={position} /> : null}
          </p>
          <Button variant="secondary" icon={LocateFixed} loading={state === 'asking'} onClick={() => void look()}>
            {text('position.here')}
          </Button>
          <span className="t-hint" role="status">
            {text(state === 'idle' || state === 'asking' ? 'position.hint' : `position.${state}`)}
          </span>
        </>
      )}
    </div>
  )
}

const OnMap = ({ shop, position }: { shop: Shop; position: Found['position'] }) => (
  <a
    href={mapLink({ name: shop.address, place: shop.location, position })}
    target="_blank"
    rel="noopener noreferrer"
    className="inline-flex min-h-11 items-center"
  >
    {useText(texts)('position.onMap')}
  </a>
)

const SaveIt = ({ shop, found, onDone }: { shop: Shop; found: Found; onDone: () => void }) => {
  const text = useText(texts)
  const say = useErrorText()
  const save = useMutation(
    api.counter.setPosition.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: api.locations.key() })
        toast.success(text('position.saved'))
        onDone()
      },
      onError: (error) => toast.error(say(error, text('position.failed'))),
    }),
  )
  return (
    <>
      <p role="status">
        {text('position.sure', { shop: shop.address, metres: Math.ceil(found.metres) })}{' '}
        <OnMap shop={shop} position={found.position} />
      </p>
      <div className="flex flex-wrap gap-2">
        <Button loading={save.isPending} onClick={() => save.mutate(found.position)}>
          {text('position.save')}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          {text('position.cancel')}
        </Button>
      </div>
    </>
  )
}
