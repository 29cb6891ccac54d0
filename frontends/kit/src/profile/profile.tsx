import './profile.css'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { Pencil } from '@tuma/kit/icons'
import { useText, useUser } from '@tuma/kit/runtime'
import { Button, Card, DateTime, EmailAddress, Facts, Notice, PageHeader } from '@tuma/kit/ui'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { DownloadData } from './download-data.tsx'
import { EditProfile } from './edit-profile.tsx'
import { SignedIn } from './signed-in.tsx'
import { profileTexts } from './texts.ts'

type Props = {
  intro?: string
  /** What an area says of its people beside what is known of everybody. */
  rows?: ComponentProps<typeof Facts>['rows']
  /** For whom an admin sets location and address: what stands there until then. Nobody else's are locked. */
  awaitingShop?: string
  /** A card of its own beneath. */
  beneath?: ReactNode
  /** A hint beneath. */
  children?: ReactNode
}

/** The screen of every area on which people see who they are to us, and change it in a dialog. */
export const Profile = ({ intro, rows = [], awaitingShop, beneath, children }: Props) => {
  const text = useText(profileTexts)
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const [wanted, setWanted] = useState<string | null>(null)
  // Admins are at no shop: what nobody asked them for is not missing.
  const hasPlace = user.role !== 'admin'
  const placed = (of: 'location' | 'address'): ComponentProps<typeof Facts>['rows'] =>
    user[of] || hasPlace ? [[text(of), user[of] || none]] : []
  const none = <span className="text-ink-soft">{awaitingShop ?? text('none')}</span>
  return (
    <div className="profile-page">
      <PageHeader title={text('title')} intro={intro}>
        {user.secondFactorNeeded ? null : (
          <Button icon={Pencil} onClick={() => setEditing(true)}>
            {text('edit')}
          </Button>
        )}
      </PageHeader>
      <div className="profile-cards">
        {wanted && wanted !== user.email ? (
          <Notice>{text('emailPending', { wanted, email: user.email })}</Notice>
        ) : null}
        {/* Before they have done what is beneath, they can change nothing here. */}
        {user.secondFactorNeeded ? null : (
          <Card>
            <Facts
              rows={[
                [text('name'), user.name],
                [text('username'), user.username],
                [text('email'), <EmailAddress key="email" of={user.email} />],
                [text('phone'), displayPhone(user.phone)],
                ...placed('location'),
                ...placed('address'),
                ...rows,
                [text('since'), <DateTime key="since" at={user.createdAt} dayOnly />],
              ]}
            />
            {children ? <p className="t-hint mt-4">{children}</p> : null}
          </Card>
        )}
        {beneath}
        {user.secondFactorNeeded ? null : <SignedIn />}
        {user.secondFactorNeeded ? null : <DownloadData />}
      </div>
      <EditProfile
        open={editing}
        shopLocked={awaitingShop !== undefined}
        onClose={() => setEditing(false)}
        onEmailWanted={setWanted}
      />
    </div>
  )
}
