import type { Unsent } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { useKnownWord } from '../../known-word.ts'
import { ParcelLink } from '../../parcel-link.tsx'
import { texts } from '../../texts.ts'

type Message = Pick<Unsent, 'channel' | 'template' | 'parcel'>

/** The name of the message's template. */
export const useMessageName = () => {
  const text = useText(texts)
  const word = useKnownWord()
  return ({ channel, template }: Message): string =>
    `${word(`unsent.template.${template}`) ?? template} · ${text(`unsent.channel.${channel}`)}`
}

/** The same with the parcel. */
export const MessageName = (message: Message) => {
  const text = useText(texts)
  const { parcel } = message
  return (
    <>
      <span className="block">{useMessageName()(message)}</span>
      {parcel ? (
        <ParcelLink to={`/Admin/delivery/${parcel.deliveryType}/${parcel.id}`}>{parcel.trackingId}</ParcelLink>
      ) : null}
      {parcel === null ? (
        <span className="block text-xs font-normal text-ink-soft">{text('unsent.parcelGone')}</span>
      ) : null}
    </>
  )
}
