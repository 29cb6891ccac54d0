import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Button, DateTime, Dialog } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'

type Shape = NonNullable<Awaited<ReturnType<typeof api.adminPayments.unreadMessages.call>>>[number]

/** The shape of pasted messages that we cannot read, without personal data. Renders nothing if there are none. */
export const UnreadMessages = () => {
  const text = useText(texts)
  const [isOpen, setOpen] = useState(false)
  const { data: shapes = [] } = useQuery(api.adminPayments.unreadMessages.queryOptions())
  if (shapes.length === 0) return null
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {text('payments.unread', { count: `${shapes.length}` })}
      </Button>
      {isOpen ? <Shapes shapes={shapes} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const Shapes = ({ shapes, onClose }: { shapes: readonly Shape[]; onClose: () => void }) => {
  const text = useText(texts)
  return (
    <Dialog open wide onClose={onClose} title={text('payments.unread', { count: `${shapes.length}` })}>
      <p className="mb-4">{text('payments.unreadWhat')}</p>
      <ul className="grid gap-4">
        {shapes.map(({ shape, count, lastAt }) => (
          <li key={shape} className="grid gap-1 border-l-4 border-line-strong pl-4">
            <p className="break-words">{shape}</p>
            <p className="text-sm text-ink-soft">
              {text('payments.unreadTimes', { count: `${count}` })} · <DateTime at={lastAt} />
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
