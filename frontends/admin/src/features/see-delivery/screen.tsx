import type { Delivery, DeliveryDetail as Detailed } from '@tuma/contracts/api'
import { type DeliveryType, dueAtHandOver, shopToGoTo } from '@tuma/contracts/vocabulary'
import { Ellipsis, Trash2 } from '@tuma/kit/icons'
import { DeliveryDetail, WhereItIs } from '@tuma/kit/parcels'
import { Link, useNavigate, useParams, useText } from '@tuma/kit/runtime'
import { Button, Card, DropdownMenu, Facts, MenuItem } from '@tuma/kit/ui'
import { useState } from 'react'
import { useStatusWord } from '../../status-word.tsx'
import { texts } from '../../texts.ts'
import { Acts } from '../decide-parcel/acts.tsx'
import { DeleteParcel } from '../delete-parcel/delete-parcel.tsx'
import { useLiveDeliveries } from '../list-deliveries/changes.ts'
import { EditStatus } from '../list-deliveries/edit-status.tsx'
import { Since, TurnOf, Why } from '../see-problems/standing-words.tsx'
import { problemTexts } from '../see-problems/texts.ts'
import { History, historyId } from './history.tsx'
import { Messages } from './messages.tsx'

const list = '/Admin/deliveries'

export const Detail = () => {
  const { type, id = '' } = useParams()
  const statusWord = useStatusWord()
  useLiveDeliveries()
  return (
    <DeliveryDetail
      key={id}
      type={type as DeliveryType}
      id={id}
      back={list}
      statusWord={statusWord}
      canReach
      told={(delivery) => (
        <>
          <AtHand delivery={delivery} />
          <AtOffice delivery={delivery} />
        </>
      )}
    >
      {(delivery) => (
        <>
          <Messages delivery={delivery} />
          <History delivery={delivery} />
        </>
      )}
    </DeliveryDetail>
  )
}

/** What the customer sees, and the actions of an admin. */
const AtHand = ({ delivery }: { delivery: Detailed }) => {
  const text = useText(texts)
  const { waiting } = delivery
  return (
    <Card className="parcel-found parcel-its-way">
      <p className="t-hint">{text('delivery.told')}</p>
      <WhereItIs
        {...delivery}
        shop={shopToGoTo(delivery)}
        due={dueAtHandOver(delivery)}
        reader="follower"
        waitsUntil={waiting?.until}
      />
      <Change delivery={delivery} />
    </Card>
  )
}

/** Who must act, why and since when, and the acts of the office. Empty at the parcel's end. */
const AtOffice = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(problemTexts)
  if (!delivery.turn) return null
  return (
    <Card className="parcel-found">
      <h2 className="parcel-group">{text('problems.next')}</h2>
      <Facts
        rows={[
          [text('problems.turn'), <TurnOf key="turn" delivery={delivery} />],
          [text('problems.why'), <Why key="why" delivery={delivery} />],
          [text('problems.since'), <Since key="since" delivery={delivery} />],
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Acts delivery={delivery} />
      </div>
    </Card>
  )
}

const Change = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(texts)
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  return (
    <div className="flex flex-wrap gap-3">
      {deleting ? (
        <DeleteParcel
          delivery={delivery}
          onClose={() => setDeleting(false)}
          onGone={() => void navigate(list, { replace: true })}
        />
      ) : null}
      {editing ? <EditStatus delivery={delivery} onClose={() => setEditing(false)} /> : null}
      <Button onClick={() => setEditing(true)}>{text('status.title')}</Button>
      <ToHistory />
      {/* Keeps what can't be undone away from the buttons of every day. */}
      <DropdownMenu
        trigger={
          <Button variant="quiet" icon={Ellipsis}>
            {text('deliveries.more')}
          </Button>
        }
      >
        <MenuItem danger onSelect={() => setDeleting(true)}>
          <Trash2 size={18} aria-hidden />
          {text('delete')}
        </MenuItem>
      </DropdownMenu>
    </div>
  )
}

/** A link to the history: it is last on the page, and admins need it most often. */
const ToHistory = () => (
  <Link
    to={{ hash: historyId }}
    replace
    onClick={() => document.getElementById(historyId)?.focus({ preventScroll: true })}
    className="t-button"
    data-variant="secondary"
    data-size="normal"
  >
    {useText(texts)('history.title')}
  </Link>
)
