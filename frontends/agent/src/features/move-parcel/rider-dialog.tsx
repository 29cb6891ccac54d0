import { displayPhone } from '@tuma/contracts/vocabulary'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Dialog, DialogFoot, EmptyState, Loaded, RadioCards } from '@tuma/kit/ui'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { texts } from '../../texts.ts'

/** Who is to ride with it, chosen by name and by how much they have already. `about` says which parcel. */
export const RiderDialog = ({
  about,
  chosen = '',
  assigning,
  onAssign,
  onClose,
}: {
  about: string
  chosen?: string | undefined
  assigning: boolean
  onAssign: (riderId: string) => void
  onClose: () => void
}) => {
  const text = useText(texts)
  const form = useId()
  const riders = useQuery(api.agent.riders.queryOptions())
  const [riderId, setRiderId] = useState(chosen)
  const [missing, setMissing] = useState(false)
  useFocusWhenCome(form, riders.data !== undefined)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(!riderId)
    if (riderId && !assigning) onAssign(riderId)
  }
  const load = (underway: number | undefined): string =>
    underway === undefined ? '' : `, ${text(underway === 0 ? 'rider.free' : 'rider.load', { count: underway })}`
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('rider.title')}
      description={about}
      footer={
        <DialogFoot onCancel={onClose}>
          <Button type="submit" form={form} loading={assigning}>
            {text('rider.assign')}
          </Button>
        </DialogFoot>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Loaded query={riders} failed={text('rider.failedToFetch')} empty={<EmptyState title={text('rider.none')} />}>
          {(rows) => (
            <RadioCards
              data-first
              label={text('rider.label')}
              value={riderId}
              error={missing ? text('rider.missing') : undefined}
              onChange={({ target }) => setRiderId(target.value)}
              options={rows.map(({ _id, name, phone, underway }) => ({
                value: _id,
                label: name,
                hint: `${displayPhone(phone)}${load(underway)}`,
              }))}
            />
          )}
        </Loaded>
      </form>
    </Dialog>
  )
}

/** Riders that load after the dialog has opened get the focus, unless the agent has moved on. */
const useFocusWhenCome = (form: string, come: boolean): void => {
  const waited = useRef(!come)
  useEffect(() => {
    const dialog = document.getElementById(form)?.closest('[role="dialog"]')
    if (!come || !waited.current || !dialog) return
    waited.current = false
    const isAtClose = document.activeElement === dialog || document.activeElement === dialog.querySelector('button')
    const riders = [...dialog.querySelectorAll<HTMLInputElement>('[data-first]')]
    const first = riders.find(({ checked }) => checked) ?? riders[0]
    if (isAtClose) first?.focus()
  }, [form, come])
}
