import type { Delivery } from '@tuma/contracts/api'
import { alert, api, toast, useErrorText, useMutation, useText } from '@tuma/kit/runtime'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { RiderDialog } from './rider-dialog.tsx'
import { Said, useAbout } from './say-moved.tsx'
import { parcelMoved, refreshParcels } from './steps.ts'

export const AssignRider = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(texts)
  const about = useAbout()
  const { _id: id, revision, trackingId } = delivery
  const say = useErrorText()
  const assign = useMutation(
    api.agent.assignRider.mutationOptions({
      onSuccess: (moved) => {
        toast.success(<Said trackingId={trackingId}>{text('rider.done')}</Said>)
        onClose()
        return parcelMoved(moved)
      },
      onError: (error) => {
        void alert(text('rider.failed'), say(error, ''))
        if (error.code === 'stale') onClose()
        return refreshParcels()
      },
    }),
  )
  return (
    <RiderDialog
      about={about(delivery)}
      chosen={delivery.rider?._id}
      assigning={assign.isPending}
      onAssign={(riderId) => assign.mutate({ id, revision, riderId })}
      onClose={onClose}
    />
  )
}

/** One rider for all of them. */
export const AssignRiderToMany = ({
  deliveries,
  assign,
  onClose,
}: {
  deliveries: readonly Delivery[]
  assign: (riderId: string) => Promise<void>
  onClose: () => void
}) => {
  const text = useText(texts)
  const about = useAbout()
  const [assigning, setAssigning] = useState(false)
  const only = deliveries.length === 1 ? deliveries[0] : undefined
  const give = async (riderId: string): Promise<void> => {
    setAssigning(true)
    await assign(riderId)
    onClose()
  }
  return (
    <RiderDialog
      about={only ? about(only) : text('about.many', { count: deliveries.length })}
      assigning={assigning}
      onAssign={(riderId) => void give(riderId)}
      onClose={onClose}
    />
  )
}
