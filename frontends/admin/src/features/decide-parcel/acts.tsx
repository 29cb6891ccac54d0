import type { Delivery } from '@tuma/contracts/api'
import { CircleCheck, CircleHelp, CreditCard, Hand, PhoneForwarded, Undo2 } from '@tuma/kit/icons'
import { holdTexts } from '@tuma/kit/parcels'
import { useText } from '@tuma/kit/runtime'
import { Button, ButtonLink, type ButtonProps } from '@tuma/kit/ui'
import { useState } from 'react'
import { named } from '../../row-button.tsx'
import { ChangePhone } from './change-phone.tsx'
import { Hold } from './hold.tsx'
import { usePresses } from './pressing.ts'
import { actTexts } from './texts.ts'
import { type Act, actsOn, liftable } from './what-can-be-done.ts'

/**
 * What the office may do about a parcel: everything on the parcel's own page, the one or two next acts in a row of a list.
 * `of` names the row, where there are several.
 */
export const Acts = ({ delivery, most = 7, of }: { delivery: Delivery; most?: number; of?: string }) => {
  const [open, setOpen] = useState<'hold' | 'phone' | null>(null)
  const acts = actsOn(delivery).slice(0, most)
  const close = () => setOpen(null)
  if (acts.length === 0) return null
  return (
    <>
      {open === 'hold' ? <Hold delivery={delivery} onClose={close} /> : null}
      {open === 'phone' ? <ChangePhone delivery={delivery} onClose={close} /> : null}
      {acts.map((act) => (
        <ActButtons key={act} {...{ act, delivery, of }} onOpen={setOpen} />
      ))}
    </>
  )
}

type OneAct = { act: Act; delivery: Delivery; of: string | undefined; onOpen: (what: 'hold' | 'phone') => void }

const ActButtons = ({ act, delivery, of, onOpen }: OneAct) => {
  const text = useText(actTexts)
  const holdText = useText(holdTexts)
  const { isPending, ...press } = usePresses(delivery)
  const look = (label: string): ButtonProps => ({
    variant: 'secondary',
    size: of === undefined ? 'normal' : 'small',
    children: label,
    ...(of === undefined ? {} : { 'aria-label': named(label, of), className: 'max-w-full whitespace-normal!' }),
  })
  switch (act) {
    case 'payment':
      return (
        <ButtonLink
          to="/Admin/payments?tab=doubted"
          variant="secondary"
          size={of === undefined ? 'normal' : 'small'}
          icon={CreditCard}
        >
          {text('act.payment')}
        </ButtonLink>
      )
    case 'lift':
      return liftable(delivery).map((code) => (
        <Button
          key={code}
          icon={CircleCheck}
          loading={isPending}
          {...look(text('act.lift', { hold: holdText(`hold.${code}`) }))}
          onClick={() => press.lift(code)}
        />
      ))
    case 'back':
      return <Button icon={Undo2} loading={isPending} {...look(text('act.back'))} onClick={() => void press.back()} />
    case 'lost':
      return (
        <Button icon={CircleHelp} loading={isPending} {...look(text('act.lost'))} onClick={() => void press.lost()} />
      )
    case 'found':
      return (
        <Button
          icon={CircleCheck}
          loading={isPending}
          {...look(text('act.found'))}
          onClick={() => void press.found()}
        />
      )
    case 'hold':
      return <Button icon={Hand} {...look(text('act.hold'))} onClick={() => onOpen('hold')} />
    case 'phone':
      return <Button icon={PhoneForwarded} {...look(text('act.phone'))} onClick={() => onOpen('phone')} />
  }
}
